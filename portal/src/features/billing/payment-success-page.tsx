import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@watchword/contract/billing';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paymentQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { counted } from '../../product/counted.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { textLink } from '../../ui/text-link.ts';
import { money } from './amount.ts';
import { UNFINISHED } from './outcome.tsx';

/** The state of the payment that the address names. Only the server knows whether it succeeded. */
export function PaymentSuccessPage() {
	const intent = useSearchParams()[0].get('payment_intent');
	const query = useQuery({ ...paymentQuery(intent ?? ''), enabled: Boolean(intent) });
	const payment = intent ? query.data : null;
	if (payment === undefined) {
		return (
			<NotLoaded
				query={query}
				loading="mx-auto h-80 max-w-lg rounded-card"
				title="Your payment could not be loaded."
			>
				If it succeeded, its credits are on your balance or will be.
			</NotLoaded>
		);
	}
	if (payment === null) return <Unknown />;
	return payment.creditedAt ? <Successful payment={payment} /> : <Unfinished payment={payment} />;
}

const Successful = ({ payment }: { payment: Payment }) => (
	<Result
		tone="good"
		title="Payment Successful"
		action={
			<Link to="/app/dashboard" className={buttonClasses('primary')}>
				Go to the dashboard
			</Link>
		}
	>
		{counted(payment.credits, 'credit')} were added to your balance for{' '}
		{money(payment.amount, payment.currency)}.
		<br />
		<Link to={`/app/billing/receipts/${payment.id}`} className={textLink}>
			Receipt
		</Link>
	</Result>
);

function Unfinished({ payment }: { payment: Payment }) {
	const { tone, title, words } = UNFINISHED[payment.status];
	return (
		<Result tone={tone} title={title}>
			{words}
		</Result>
	);
}

const Unknown = () => (
	<Result tone="attention" title="No such payment">
		This address names no payment of yours. Your balance and your purchases are under Credits and Billing.
	</Result>
);

const LOOKS = {
	good: { icon: CircleCheck, look: 'bg-accent-soft text-accent' },
	attention: { icon: Clock, look: 'bg-attention-soft text-attention' },
	loss: { icon: CircleAlert, look: 'bg-loss-soft text-loss' },
} as const;

type ResultProps = { tone: keyof typeof LOOKS; title: string; children: ReactNode; action?: ReactNode };

function Result({ tone, title, children, action }: ResultProps) {
	const { icon: Icon, look } = LOOKS[tone];
	return (
		<Card className="mx-auto grid max-w-lg animate-appear justify-items-center gap-5 px-6 py-14 text-center">
			<PageTitle name={title} />
			<span className={`grid size-14 place-items-center rounded-full ${look}`}>
				<Icon aria-hidden className="size-7" strokeWidth={1.75} />
			</span>
			<div className="grid gap-1.5">
				<h1 tabIndex={-1} data-page-heading className="text-title font-semibold">
					{title}
				</h1>
				<p aria-live="polite" className="min-h-12 text-pretty text-muted">
					{children}
				</p>
			</div>
			{action ?? (
				<Link to="/app/billing" className={buttonClasses('primary')}>
					Go to Credits and Billing
				</Link>
			)}
		</Card>
	);
}
