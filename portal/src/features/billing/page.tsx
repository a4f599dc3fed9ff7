import { PageTitle } from '../../lib/page-title.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Balance } from './balance.tsx';
import { Outcome } from './outcome.tsx';
import { Purchase } from './purchase.tsx';
import { Statement } from './statement.tsx';

export const BillingPage = () => (
	<>
		<PageTitle name="Credits and Billing" />
		<PageHeader title="Credits and Billing">Credits are what automations run on.</PageHeader>
		<div className="grid gap-6">
			<Outcome />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<Balance />
				<Purchase />
			</div>
			<Statement />
		</div>
	</>
);
