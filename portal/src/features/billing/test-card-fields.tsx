import type { TestCard } from '@watchword/contract/billing';
import { FlaskConical } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { Field } from '../../ui/field.tsx';
import type { FieldsProps } from './payment.ts';

const CARDS = [
	{ number: '4242 4242 4242 4242', what: 'succeeds' },
	{ number: '4000 0000 0000 0002', what: 'is declined' },
	{ number: '4000 0000 0000 9995', what: 'has insufficient funds' },
];

/** Used when no payment provider is configured: three test cards, and no real money. */
export function TestCardFields({ clientSecret, onReady }: FieldsProps) {
	const [card, setCard] = useState({ number: '', expiry: '', cvc: '' });
	// Sends the values that the fields have at that moment.
	const typed = useRef(card);
	const change = (part: Partial<typeof card>) => {
		typed.current = { ...typed.current, ...part };
		setCard(typed.current);
	};
	const digits = (part: keyof typeof card) => ({
		inputMode: 'numeric' as const,
		autoComplete: 'off',
		value: card[part],
		onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [part]: event.target.value }),
	});

	useEffect(() => {
		onReady(() => {
			const body: TestCard = { clientSecret, ...typed.current };
			return call('POST /api/test-cards/confirm', { body });
		});
	}, [clientSecret, onReady]);

	return (
		<div className="grid gap-4">
			<div className="grid gap-2 rounded-control bg-attention-soft px-4 py-3 text-small">
				<p className="flex gap-2 font-medium text-attention">
					<FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
					Test mode: no money moves. Use one of these cards, never a real one.
				</p>
				<ul className="grid">
					{CARDS.map(({ number, what }) => (
						<li key={number} className="flex flex-wrap items-center gap-x-2">
							<button
								type="button"
								onClick={() => change({ number, expiry: '12 / 34', cvc: '123' })}
								className="rounded-sm py-1 font-medium tabular-nums underline decoration-line-strong underline-offset-4 hover:decoration-ink"
							>
								{number}
							</button>
							<span>{what}</span>
						</li>
					))}
				</ul>
			</div>
			<Field {...digits('number')} label="Card number" maxLength={23} placeholder="4242 4242 4242 4242" />
			<div className="grid grid-cols-2 gap-4">
				<Field {...digits('expiry')} label="Expiry" maxLength={9} placeholder="MM / YY" />
				<Field {...digits('cvc')} label="CVC" maxLength={4} placeholder="123" />
			</div>
		</div>
	);
}
