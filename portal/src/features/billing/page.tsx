import { useQuery } from '@tanstack/react-query';
import { CREDITS_PER_DOLLAR, CURRENCY, FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import { billingQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export const BillingPage = () => (
	<>
		<PageTitle name="Credits and Billing" />
		<PageHeader title="Credits and Billing">Credits are what automations run on.</PageHeader>
		<Balance />
	</>
);

function Balance() {
	const { data: billing, isError, isFetching, refetch } = useQuery(billingQuery);
	if (isError && !billing) {
		return (
			<Failure title="Your balance could not be loaded." retry={() => void refetch()} retrying={isFetching}>
				Your credits are safe.
			</Failure>
		);
	}
	if (!billing) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-36" />
			</Loading>
		);
	}
	return (
		<Card className="grid gap-3 p-6 sm:p-8">
			<p className="text-title font-semibold tabular-nums">Balance: {billing.creditBalance} credits</p>
			<p className="max-w-xl text-pretty text-muted">
				One dollar ({CURRENCY}) buys {CREDITS_PER_DOLLAR} credits. Each device includes{' '}
				{FREE_AUTOMATIONS_PER_DEVICE} free automations before credits are charged.
			</p>
		</Card>
	);
}
