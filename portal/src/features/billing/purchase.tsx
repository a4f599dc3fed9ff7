import type { Purchase as Wanted } from '@watchword/contract/billing';
import { CURRENCY, PAYMENT_FAILED, PURCHASE_DOLLARS } from '@watchword/contract/constants';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { amountProblem, creditsFor } from './amount.ts';
import type { Order } from './payment.ts';
import { PaymentForm } from './payment-form.tsx';

export function Purchase() {
	const uid = useSession().currentUser ?? '';
	const [amount, setAmount] = useState(String(PURCHASE_DOLLARS.default));
	const [order, setOrder] = useState<Order | null>(null);
	const problem = amountProblem(amount);

	const { submit, submitting, failure } = useSubmit(async (dollars: number) => {
		const body: Wanted = { userId: uid, amount: dollars };
		const { clientSecret } = await call('POST /api/payment-intent', { body });
		setOrder({ dollars, clientSecret });
	});

	function start(event: FormEvent) {
		event.preventDefault();
		if (!problem) void submit(Number(amount));
	}

	if (order) return <PaymentForm order={order} onBack={() => setOrder(null)} />;
	return (
		<Card className="p-6">
			<form onSubmit={start} noValidate className="grid gap-5">
				<h2 className="font-semibold">Buy credits</h2>
				<Field
					label={`Amount in dollars (${CURRENCY})`}
					inputMode="numeric"
					autoComplete="off"
					maxLength={12}
					value={amount}
					onChange={(event) => setAmount(event.target.value)}
					error={problem ?? undefined}
				/>
				<p className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
					<span className="text-muted">Credits</span>
					<output className="text-title font-semibold tabular-nums">
						{creditsFor(amount).toLocaleString()}
					</output>
				</p>
				{failure && !submitting && (
					<Alert tone="loss">
						<p>{PAYMENT_FAILED}</p>
						<p className="font-normal">Nothing was charged.</p>
					</Alert>
				)}
				<Button type="submit" look="primary" busy={submitting} disabled={submitting || problem !== null}>
					{submitting ? 'Payment loading...' : 'Purchase'}
				</Button>
			</form>
		</Card>
	);
}
