import { PageTitle } from '../../lib/page-title.tsx';
import { useSells } from '../../product/use-sells.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Balance } from './balance.tsx';
import { Outcome } from './outcome.tsx';
import { Purchase } from './purchase.tsx';
import { Statement } from './statement.tsx';

export function BillingPage() {
	const sells = useSells();
	return (
		<>
			<PageTitle name="Credits and Billing" />
			<PageHeader title="Credits and Billing">
				{sells ? 'Credits are what automations run on.' : 'Nothing is sold here.'}
			</PageHeader>
			<div className="grid gap-6">
				<Outcome />
				{sells ? (
					<div className="grid items-start gap-6 lg:grid-cols-2">
						<Balance />
						<Purchase />
					</div>
				) : (
					<Card className="p-6">Runs cost nothing here, and you need no credits.</Card>
				)}
				<Statement />
			</div>
		</>
	);
}
