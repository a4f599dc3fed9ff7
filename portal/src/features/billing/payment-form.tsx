import { useQuery } from '@tanstack/react-query';
import { CREDITS_PER_DOLLAR, PAYMENT_FAILED, PAYMENT_RETURN_PATH } from '@watchword/contract/constants';
import { type FormEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { portalQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { counted } from '../../product/counted.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { fetched } from '../../ui/later.tsx';
import { money } from './amount.ts';
import type { Confirm, Order } from './payment.ts';
import { TestCardFields } from './test-card-fields.tsx';

/** Stripe's fields are loaded from Stripe, and only if Stripe is the payment provider. */
const StripeFields = fetched(async () => (await import('./stripe-fields.tsx')).StripeFields);

type Props = { order: Order; onBack: () => void };

export function PaymentForm({ order: { dollars, clientSecret }, onBack }: Props) {
	const navigate = useNavigate();
	const { data: portal } = useQuery(portalQuery);
	const heading = useRef<HTMLHeadingElement>(null);
	const [confirm, setConfirm] = useState<Confirm | null | undefined>(undefined);
	const [message, setMessage] = useState<string | null>(null);
	const onReady = useCallback((confirm: Confirm | null) => {
		setConfirm(() => confirm);
		if (!confirm) setMessage(PAYMENT_FAILED);
	}, []);
	useEffect(() => heading.current?.focus(), []);

	const { submit, submitting, failure } = useSubmit(async (confirm: Confirm) => {
		setMessage(null);
		const result = await confirm();
		if ('error' in result) {
			const isTheirs = ['card_error', 'validation_error'].includes(result.error.type);
			setMessage((isTheirs && result.error.message) || PAYMENT_FAILED);
			return;
		}
		// If the bank asks for confirmation, the provider itself redirects there with the same parameters.
		const { id, status } = result.paymentIntent;
		const back = new URLSearchParams({ payment_intent: id, redirect_status: status });
		await navigate(`${PAYMENT_RETURN_PATH}?${back}`);
		onBack();
	});

	function pay(event: FormEvent) {
		event.preventDefault();
		if (confirm) void submit(confirm);
	}

	const shown = submitting ? null : failure ? PAYMENT_FAILED : message;
	const loading = <p role="status">Payment loading...</p>;
	return (
		<Card className="animate-appear p-6">
			<form onSubmit={pay} noValidate aria-busy={submitting} className="grid gap-5">
				<h2 ref={heading} tabIndex={-1} className="font-semibold">
					Purchase {counted(dollars * CREDITS_PER_DOLLAR, 'credit')} for {money(dollars)}
				</h2>
				{confirm === undefined && loading}
				{portal?.payments.provider === 'stripe' && (
					<Suspense>
						<StripeFields
							publishableKey={portal.payments.publishableKey}
							clientSecret={clientSecret}
							onReady={onReady}
						/>
					</Suspense>
				)}
				{portal?.payments.provider === 'test-cards' && (
					<TestCardFields clientSecret={clientSecret} onReady={onReady} />
				)}
				{shown && <Alert tone="loss">{shown}</Alert>}
				<div className="grid gap-2 sm:flex sm:flex-row-reverse sm:justify-start">
					<Button
						type="submit"
						look="primary"
						busy={submitting}
						disabled={submitting || !confirm}
						className="sm:min-w-36"
					>
						Pay now
					</Button>
					<Button look="quiet" onClick={onBack} disabled={submitting}>
						Change the amount
					</Button>
				</div>
			</form>
		</Card>
	);
}
