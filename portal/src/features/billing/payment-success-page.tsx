import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

export const PaymentSuccessPage = () => (
	<Card className="mx-auto grid max-w-lg animate-appear justify-items-center gap-5 px-6 py-14 text-center">
		<PageTitle name="Payment Successful" />
		<span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
			<CircleCheck aria-hidden className="size-7" strokeWidth={1.75} />
		</span>
		<div className="grid gap-1.5">
			<h1 tabIndex={-1} data-page-heading className="text-title font-semibold">
				Payment Successful
			</h1>
			<p className="text-pretty text-muted">
				Thank you. The credits are on your balance as soon as the payment is confirmed.
			</p>
		</div>
		<Link to="/app/dashboard" className={buttonClasses('primary')}>
			Go to the dashboard
		</Link>
	</Card>
);
