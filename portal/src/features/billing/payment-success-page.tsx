import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { paymentQuery, purchasesQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { textLink } from '../../ui/text-link.ts';
import { money } from './amount.ts';

/** The payment the address names, or the latest that brought credits. */
function usePayment() {
	const [params] = useSearchParams();
	const intent = params.get('payment_intent');
	const named = useQuery({ ...paymentQuery(intent ?? ''), enabled: Boolean(intent) }).data;
	const latest = useQuery({ ...purchasesQuery, enabled: !intent }).data?.[0];
	return intent ? named : latest;
}

export function PaymentSuccessPage() {
	const payment = usePayment();
	return (
		<Card className="mx-auto grid max-w-lg animate-appear justify-items-center gap-5 px-6 py-14 text-center">
			<PageTitle name="Payment Successful" />
			<span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
				<CircleCheck aria-hidden className="size-7" strokeWidth={1.75} />
			</span>
			<div className="grid gap-1.5">
				<h1 tabIndex={-1} data-page-heading className="text-title font-semibold">
					Payment Successful
				</h1>
				<p aria-live="polite" className="min-h-12 text-pretty text-muted">
					{payment?.creditedAt ? (
						<>
							{payment.credits} credits were added to your balance for{' '}
							{money(payment.amount, payment.currency)}.
							<br />
							<Link to={`/app/billing/receipts/${payment.id}`} className={textLink}>
								Receipt
							</Link>
						</>
					) : (
						'Thank you. The credits are on your balance as soon as the payment is confirmed.'
					)}
				</p>
			</div>
			<Link to="/app/dashboard" className={buttonClasses('primary')}>
				Go to the dashboard
			</Link>
		</Card>
	);
}
