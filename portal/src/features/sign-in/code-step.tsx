import { CODE_DIGITS, TRUST_DAYS } from '@watchword/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { codeFailure, codeProblem } from '../../lib/account-messages.ts';
import { ApiError } from '../../lib/api.ts';
import { signInWithCode, useSession } from '../../lib/session.tsx';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { textLink } from '../../ui/text-link.ts';

/** Asks for the second factor after the right password. `onEnded` is called when the password is needed again. */
export function CodeStep({ onEnded }: { onEnded: (expired: boolean) => void }) {
	const { refresh } = useSession();
	const [isRecovery, setIsRecovery] = useState(false);
	const [given, setGiven] = useState('');
	const [trust, setTrust] = useState(false);
	const field = useRef<HTMLInputElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another field appears with another kind of code.
	useEffect(() => field.current?.focus(), [isRecovery]);

	const problem = isRecovery
		? given.trim() === ''
			? 'Enter one of your recovery codes.'
			: undefined
		: codeProblem(given);
	const { onSubmit, shown, reset, submitting, failure } = useForm({ code: problem }, async () => {
		try {
			await signInWithCode({ ...(isRecovery ? { recoveryCode: given } : { code: given }), trust });
		} catch (error) {
			if (error instanceof ApiError && error.code === 'auth/code-expired') return onEnded(true);
			throw error;
		}
		await refresh();
	});

	function change() {
		setIsRecovery(!isRecovery);
		setGiven('');
		reset();
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid animate-appear gap-5">
			<p role="status" className="text-pretty">
				{isRecovery
					? 'Enter one of the recovery codes that you stored. It works once.'
					: `Enter the code of ${CODE_DIGITS} digits that your authenticator app shows.`}
			</p>
			<Field
				key={String(isRecovery)}
				ref={field}
				label={isRecovery ? 'Recovery code' : 'Code from your app'}
				name={isRecovery ? 'recovery-code' : 'code'}
				autoComplete={isRecovery ? 'off' : 'one-time-code'}
				inputMode={isRecovery ? 'text' : 'numeric'}
				autoCapitalize="off"
				spellCheck={false}
				maxLength={50}
				required
				value={given}
				onChange={(event) => setGiven(event.target.value)}
				error={shown.code}
			/>
			<Check
				label={`Trust this browser for ${TRUST_DAYS} days`}
				hint="Not on a device that others use: your password alone is enough here then."
				checked={trust}
				onChange={setTrust}
			/>
			{failure && <FailureAlert lines={codeFailure(failure)} />}
			<Button type="submit" look="primary" busy={submitting}>
				{submitting ? 'Checking...' : 'Continue'}
			</Button>
			<div className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-small">
				<button type="button" className={textLink} onClick={change}>
					{isRecovery ? 'Use a code from your app' : 'Use a recovery code'}
				</button>
				<button type="button" className={textLink} onClick={() => onEnded(false)}>
					Start again
				</button>
			</div>
		</form>
	);
}
