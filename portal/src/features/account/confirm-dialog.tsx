import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { anyFailure } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { meQuery, portalQuery } from '../../lib/documents.ts';
import {
	askForPasskey,
	NO_PASSKEY_USED,
	PasskeyCancelled,
	passkeyObstacle,
	passkeysQuery,
} from '../../lib/passkeys.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';
import { ConfirmBySso } from './confirm-by-sso.tsx';

export type ConfirmDialogProps = { open: boolean; onAnswer: (confirmed: boolean) => void };

/** Asks for the password again before a change that an unattended browser must not make. */
export function ConfirmDialog({ open, onAnswer }: ConfirmDialogProps) {
	const field = useRef<HTMLInputElement>(null);
	const providers = useQuery(meQuery).data?.account.providers ?? [];
	const sso = useQuery(portalQuery).data?.singleSignOn;
	const hasPassword = providers.includes('password');
	// It may be on top of another window, which must stay open.
	function onKeyDown(event: KeyboardEvent) {
		if (event.key !== 'Escape') return;
		event.stopPropagation();
		onAnswer(false);
	}
	return (
		<DialogWindow
			open={open}
			onClose={() => onAnswer(false)}
			onKeyDown={onKeyDown}
			initialFocus={field}
			title="Confirm that it is you"
			description={`This change needs ${hasPassword ? 'your password' : 'you to sign in once more'}, in case somebody else uses your browser.`}
		>
			<div className="grid gap-6">
				{hasPassword && <ByPassword field={field} onAnswer={onAnswer} />}
				<ByPasskey onAnswer={onAnswer} />
				{sso && providers.includes('sso') && <ConfirmBySso provider={sso.name} />}
			</div>
		</DialogWindow>
	);
}

type FormProps = Pick<ConfirmDialogProps, 'onAnswer'> & { field: RefObject<HTMLInputElement | null> };

function ByPassword({ field, onAnswer }: FormProps) {
	const { data: me } = useQuery(meQuery);
	const [password, setPassword] = useState('');
	const problems = { password: password === '' ? 'Enter your password.' : undefined };
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		try {
			await call('POST /api/users/me/confirmation', { body: { password } });
		} catch (error) {
			field.current?.select();
			throw error;
		}
		onAnswer(true);
	});
	const isWrong = failure?.code === 'auth/invalid-credential';
	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			{/* Tells password managers whose password it is. */}
			<input
				type="text"
				name="username"
				autoComplete="username"
				value={me?.account.email ?? ''}
				readOnly
				hidden
			/>
			<Field
				ref={field}
				label="Your password"
				type="password"
				name="password"
				autoComplete="current-password"
				required
				value={password}
				onChange={(event) => setPassword(event.target.value)}
				error={shown.password}
			/>
			{failure && (
				<FailureAlert
					lines={isWrong ? ['This is not your password. Please try again.'] : anyFailure(failure)}
				/>
			)}
			<div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
				<Button onClick={() => onAnswer(false)}>Cancel</Button>
				<Button type="submit" look="primary" busy={submitting}>
					Confirm
				</Button>
			</div>
		</form>
	);
}

/** An alternative to the password for customers with a passkey. */
function ByPasskey({ onAnswer }: Pick<ConfirmDialogProps, 'onAnswer'>) {
	const { data: passkeys = [] } = useQuery(passkeysQuery);
	const { data: settings } = useQuery(portalQuery);
	const [cancelled, setCancelled] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		setCancelled(false);
		try {
			const passkey = await askForPasskey(await call('POST /api/users/me/confirmation/options'));
			await call('POST /api/users/me/confirmation', { body: { passkey } });
			onAnswer(true);
		} catch (error) {
			if (!(error instanceof PasskeyCancelled)) throw error;
			setCancelled(true);
		}
	});
	if (passkeys.length === 0 || !settings || passkeyObstacle(settings.passkeyOrigin)) return null;
	return (
		<div className="grid gap-4">
			{cancelled && <Alert tone="attention">{NO_PASSKEY_USED}</Alert>}
			{failure && (
				<FailureAlert
					lines={failure.code === 'auth/invalid-credential' ? [failure.message] : anyFailure(failure)}
				/>
			)}
			<Button busy={submitting} onClick={() => void submit()}>
				{!submitting && <Fingerprint aria-hidden className="size-4.5" />}
				Use a passkey
			</Button>
		</div>
	);
}
