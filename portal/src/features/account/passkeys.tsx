import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PASSKEY_NAME_MAX_LENGTH, PASSKEYS_MAX } from '@watchword/contract/constants';
import type { Passkey } from '@watchword/contract/passkey';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { type ApiError, call, gone } from '../../lib/api.ts';
import { portalQuery } from '../../lib/documents.ts';
import { makePasskey, PasskeyCancelled, passkeyObstacle, passkeysQuery } from '../../lib/passkeys.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Field } from '../../ui/field.tsx';
import { browserInWords } from './browser.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';

/** Messages of the server or the browser can be shown, except for unexpected errors. */
const reasonOf = ({ code, message }: ApiError) =>
	code === 'internal' || code === 'unavailable' ? 'This did not work. Please try again.' : message;

/** The passkeys of this account. */
export function Passkeys() {
	/** The newly added passkey, whose name can be changed at once. */
	const [added, setAdded] = useState<string | null>(null);
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				With a passkey you sign in by fingerprint, face or the PIN of your device, without a password. It
				works on this site only, so nobody can trick you into giving it away.
			</p>
			<Loaded query={useQuery(passkeysQuery)}>
				{(passkeys) => (
					<>
						{passkeys.length === 0 && <p className="text-small text-muted">You have no passkeys.</p>}
						{passkeys.length > 0 && (
							<ul className="grid gap-4">
								{passkeys.map((passkey) => (
									<Row key={passkey.id} passkey={passkey} isNew={passkey.id === added} />
								))}
							</ul>
						)}
						<AddPasskey count={passkeys.length} onAdded={setAdded} />
					</>
				)}
			</Loaded>
		</div>
	);
}

function AddPasskey({ count, onAdded }: { count: number; onAdded: (id: string) => void }) {
	const client = useQueryClient();
	const { data: settings } = useQuery(portalQuery);
	const [cancelled, setCancelled] = useState(false);
	const { submit, submitting, done, failure } = useSubmit(async () => {
		setCancelled(false);
		try {
			const options = await call('POST /api/users/me/passkeys/options');
			const { answer, holder } = await makePasskey(options);
			const name = holder ?? browserInWords(navigator.userAgent);
			const { id } = await call('POST /api/users/me/passkeys', { body: { name, answer } });
			await client.invalidateQueries(passkeysQuery);
			onAdded(id);
		} catch (error) {
			if (!(error instanceof PasskeyCancelled)) throw error;
			setCancelled(true);
		}
	});
	if (!settings) return null;
	const obstacle = passkeyObstacle(settings.passkeyOrigin);
	if (obstacle) return <p className="text-small text-pretty text-muted">{obstacle}</p>;
	if (count >= PASSKEYS_MAX) {
		return (
			<p className="text-small text-muted">
				These are as many as an account can have. Remove one to add another.
			</p>
		);
	}
	return (
		<div className="grid justify-items-start gap-4">
			{cancelled && <Alert tone="attention">No passkey was added.</Alert>}
			{failure && <Alert tone="loss">{reasonOf(failure)}</Alert>}
			<Button busy={submitting} onClick={() => void submit()}>
				Add a passkey
			</Button>
			<p role="status" className="text-small text-accent empty:hidden">
				{done && !cancelled && 'Added. From now on you can sign in with it.'}
			</p>
		</div>
	);
}

function Row({ passkey, isNew }: { passkey: Passkey; isNew: boolean }) {
	const client = useQueryClient();
	const [renaming, setRenaming] = useState(isNew);
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await gone(call('DELETE /api/users/me/passkeys/{id}', { params: { id: passkey.id } }));
			await client.invalidateQueries(passkeysQuery);
		} finally {
			setAsking(false);
		}
	});
	const { name, backed_up, created_at, used_at } = passkey;
	return (
		<li className="flex gap-3">
			<Fingerprint aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
			<div className="grid min-w-0 flex-1 gap-1">
				{renaming ? (
					<Rename passkey={passkey} onDone={() => setRenaming(false)} />
				) : (
					<p className="font-medium wrap-anywhere">{name}</p>
				)}
				<p className="text-small text-pretty text-muted">
					Added <Moment iso={created_at} />,{' '}
					{used_at ? (
						<>
							last used <Moment iso={used_at} />
						</>
					) : (
						'never used'
					)}
					.{backed_up && ' Kept on all your devices.'}
				</p>
				{failure && <Alert tone="loss">The passkey is still there. Please try again.</Alert>}
				{!renaming && (
					<div className="mt-1 flex flex-wrap gap-3">
						<Button onClick={() => setRenaming(true)} aria-label={`Rename ${name}`}>
							Rename
						</Button>
						<Button onClick={() => setAsking(true)} aria-label={`Remove ${name}`}>
							Remove
						</Button>
					</div>
				)}
			</div>
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title={`Remove ${name}?`}
				confirmLabel="Remove passkey"
			>
				<p>
					You can no longer sign in with it. Your device or password manager keeps its half: delete it there,
					too.
				</p>
			</Confirm>
		</li>
	);
}

function Rename({ passkey: { id, name: was }, onDone }: { passkey: Passkey; onDone: () => void }) {
	const client = useQueryClient();
	const [name, setName] = useState(was);
	const problems = { name: name.trim() === '' ? 'Enter a name.' : undefined };
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		await call('PUT /api/users/me/passkeys/{id}', { params: { id }, body: { name } });
		await client.invalidateQueries(passkeysQuery);
		onDone();
	});
	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-3">
			<Field
				label="Name of the passkey"
				name="passkey-name"
				autoComplete="off"
				maxLength={PASSKEY_NAME_MAX_LENGTH}
				value={name}
				onChange={(event) => setName(event.target.value)}
				error={shown.name}
			/>
			{failure && <Alert tone="loss">{reasonOf(failure)}</Alert>}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" look="primary" busy={submitting}>
					Save name
				</Button>
				<Button onClick={onDone}>Cancel</Button>
			</div>
		</form>
	);
}
