import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@watchword/contract/billing';
import { Link, useSearchParams } from 'react-router';
import { paymentQuery } from '../../lib/documents.ts';
import { counted } from '../../product/counted.ts';
import { Alert } from '../../ui/alert.tsx';
import { textLink } from '../../ui/text-link.ts';

/** The result of the payment that the address names. Only the server knows its state. */
export function Outcome() {
	const [params] = useSearchParams();
	const intent = params.get('payment_intent');
	const { data: payment, isError } = useQuery({ ...paymentQuery(intent ?? ''), enabled: Boolean(intent) });
	if (!intent || (payment === undefined && !isError)) return null;
	if (payment === null || payment === undefined) {
		return (
			<Alert tone="attention">
				{isError
					? 'The state of your payment could not be loaded. Your balance below changes when the payment is complete.'
					: 'This payment is not one of yours.'}
			</Alert>
		);
	}
	if (payment.creditedAt) {
		return (
			<Alert tone="success">
				<p>Payment successful: {counted(payment.credits, 'credit')} were added to your balance.</p>
				<Link to={`/app/paymentsuccess?payment_intent=${payment.intent}`} className={textLink}>
					See the payment
				</Link>
			</Alert>
		);
	}
	const { tone, words } = UNFINISHED[payment.status];
	return <Alert tone={tone}>{words}</Alert>;
}

const CONFIRMING = {
	tone: 'attention',
	title: 'Payment being confirmed',
	words: 'Your payment is being confirmed. The credits are added as soon as it is; you need not wait here.',
} as const;
const UNDONE = {
	tone: 'loss',
	title: 'Payment not completed',
	words:
		'The payment did not go through, and you were not charged. You can try again under Credits and Billing.',
} as const;

type Unfinished = { tone: 'attention' | 'loss'; title: string; words: string };

/** The text for a payment that added no credits. */
export const UNFINISHED: Record<Payment['status'], Unfinished> = {
	succeeded: CONFIRMING,
	processing: CONFIRMING,
	requires_capture: CONFIRMING,
	requires_action: UNDONE,
	requires_confirmation: UNDONE,
	requires_payment_method: UNDONE,
	canceled: {
		tone: 'loss',
		title: 'Payment withdrawn',
		words: 'The payment was withdrawn, and you were not charged.',
	},
};
