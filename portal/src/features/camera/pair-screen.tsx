import { PAIRING_CODE_LENGTH } from '@watchword/contract/constants';
import { useState } from 'react';
import type { ApiError } from '../../lib/api.ts';
import { PRODUCT } from '../../lib/brand.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { waitInWords } from '../../lib/time.ts';
import { useForm } from '../../lib/use-form.ts';
import { Logo } from '../../product/logo.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import type { Pairing } from './store.ts';
import { claimCode } from './upload.ts';

type Props = {
	/** From the link that was scanned. */
	code: string | null;
	/** Whether it was paired before and its key is refused now. */
	refused: boolean;
	/** How many pictures were captured but not sent. */
	waiting: number;
	onPaired: (pairing: Pairing) => Promise<void>;
	onDiscard: () => void;
	/** Given if the camera is already paired and can keep its pairing. */
	onCancel?: () => void;
};

export function PairScreen({ code: scanned, refused, waiting, onPaired, onDiscard, onCancel }: Props) {
	const [code, setCode] = useState(scanned ?? '');
	const [desc, setDesc] = useState('');
	const isWhole = code.replace(/[\s-]/g, '').length === PAIRING_CODE_LENGTH;
	const problems = { code: isWhole ? undefined : `Enter the ${PAIRING_CODE_LENGTH} characters of the code.` };
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		await onPaired(await claimCode(code, desc.trim()));
	});

	const them = waiting === 1 ? 'it' : 'them';

	return (
		<main data-night className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-8 px-4 py-8">
			<PageTitle name="Pair this camera" />
			<div className="justify-self-center">
				<Logo name={PRODUCT} />
			</div>
			<Card className="grid animate-appear gap-6 p-6 sm:p-8">
				<div className="grid gap-1.5">
					<h1 tabIndex={-1} data-page-heading className="text-title font-semibold text-balance">
						{refused || onCancel ? 'Pair this camera again' : 'Make this a camera'}
					</h1>
					<p className="text-pretty text-muted">
						{scanned === null
							? 'In the portal, open Your Devices and choose “Add a device”. Scan its QR code with this phone, or type the code here.'
							: 'Pair it only if this code is yours: the pictures go to the account that made the code.'}
					</p>
				</div>
				{refused && (
					<Alert tone="attention">
						<p>This camera is not paired any more: its key was replaced, or the device was removed.</p>
					</Alert>
				)}
				<form noValidate onSubmit={onSubmit} className="grid gap-5">
					<Field
						label="Pairing code"
						name="code"
						value={code}
						onChange={(event) => setCode(event.target.value.toUpperCase())}
						autoComplete="off"
						autoCapitalize="characters"
						spellCheck={false}
						placeholder="ABCD 2345"
						error={shown.code}
					/>
					<Field
						label="What does it see? (optional)"
						name="desc"
						value={desc}
						maxLength={200}
						onChange={(event) => setDesc(event.target.value)}
						placeholder="Front door"
					/>
					{failure && (
						<Alert tone="loss">
							<p>{words(failure)}</p>
						</Alert>
					)}
					<Button type="submit" look="primary" busy={submitting}>
						{submitting ? 'Pairing...' : 'Pair this camera'}
					</Button>
					{onCancel && (
						<Button look="quiet" onClick={onCancel}>
							Keep it as it is
						</Button>
					)}
				</form>
				{waiting > 0 && (
					<div className="grid gap-3 border-t border-line pt-5 text-small text-muted">
						<p>
							{waiting === 1 ? 'One unsent picture is' : `${waiting} unsent pictures are`} kept here. Paired
							with the same account, this camera sends {them}. Paired with another account, it deletes {them}.
						</p>
						<Button onClick={onDiscard}>Discard {them}</Button>
					</div>
				)}
			</Card>
		</main>
	);
}

function words(failure: ApiError): string {
	if (failure.code === 'resource-exhausted') {
		return `There were too many attempts. You can try again ${failure.retryAfter === null ? 'in a while' : waitInWords(failure.retryAfter)}.`;
	}
	if (failure.code === 'invalid-pairing-code') return failure.message;
	if (failure.status === 0) return `We can't reach ${PRODUCT} right now. Check the connection and try again.`;
	return 'It could not be paired. Please try again.';
}
