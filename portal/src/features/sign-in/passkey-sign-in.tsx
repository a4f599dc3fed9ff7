import type { PasskeyAnswer } from '@watchword/contract/passkey';
import { Fingerprint } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { signInFailure } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { askForPasskey, canAutofill, NO_PASSKEY_USED, PasskeyCancelled } from '../../lib/passkeys.ts';
import { announceSession, useSession } from '../../lib/session.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';

/** The server accepts an answer for five minutes. The offer in the field is renewed before that. */
const RENEWED_EVERY_MS = 4 * 60_000;

/** A refusal sooner than this cannot be the customer's: the browser offers nothing, and is not asked again. */
const CHOSEN_AFTER_MS = 1000;

/** Signs in with a passkey: from a button, and from what the browser offers in the email field. */
export function PasskeySignIn() {
	const { refresh } = useSession();
	const offer = useRef<AbortController | null>(null);
	/** Incremented to make the offer in the field again. */
	const [offers, setOffers] = useState(0);
	const [cancelled, setCancelled] = useState(false);
	const offerAgain = () => setOffers((count) => count + 1);

	// Once signed in, the redirect of visitors' screens takes over.
	const { submit, submitting, failure } = useSubmit(async (offered: PasskeyAnswer | null) => {
		setCancelled(false);
		try {
			const answer = offered ?? (await askedFor());
			await call('POST /api/auth/sign-in/passkey', { body: { answer } });
			announceSession();
			await refresh();
		} catch (error) {
			// A refused passkey from the field is not offered again.
			if (!offered) offerAgain();
			if (!(error instanceof PasskeyCancelled)) throw error;
			setCancelled(true);
		}
	});

	async function askedFor(): Promise<PasskeyAnswer> {
		// A browser can show only one request at a time.
		offer.current?.abort();
		return askForPasskey(await call('POST /api/auth/passkey/options'));
	}

	const offerInField = useEffectEvent(async (signal: AbortSignal) => {
		let offeredAt = Number.POSITIVE_INFINITY;
		try {
			if (!(await canAutofill())) return;
			const options = await call('POST /api/auth/passkey/options', { signal });
			offeredAt = Date.now();
			await submit(await askForPasskey(options, { signal }));
		} catch (error) {
			if (signal.aborted) return;
			if (error instanceof PasskeyCancelled && Date.now() - offeredAt > CHOSEN_AFTER_MS) {
				setCancelled(true);
				offerAgain();
			}
			// The customer did not ask for it, so no message is shown.
			else console.warn('the email field offers no passkeys', error);
		}
	});

	// biome-ignore lint/correctness/useExhaustiveDependencies: the count is what asks for another offer.
	useEffect(() => {
		const begun = new AbortController();
		offer.current = begun;
		void offerInField(begun.signal);
		const timer = setTimeout(offerAgain, RENEWED_EVERY_MS);
		return () => {
			clearTimeout(timer);
			begun.abort();
		};
	}, [offers]);

	return (
		<div className="grid gap-5 border-t border-line pt-6">
			{cancelled && <Alert tone="attention">{NO_PASSKEY_USED}</Alert>}
			{failure && (
				<FailureAlert
					lines={failure.code === 'auth/invalid-credential' ? [failure.message] : signInFailure(failure)}
				/>
			)}
			<Button busy={submitting} onClick={() => void submit(null)}>
				{!submitting && <Fingerprint aria-hidden className="size-4.5" />}
				Sign in with a passkey
			</Button>
		</div>
	);
}
