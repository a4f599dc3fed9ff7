import { useQueryClient } from '@tanstack/react-query';
import { TOKEN_NAME_MAX_LENGTH, TOKEN_SCOPES, type TokenScope } from '@watchword/contract/token';
import { useState } from 'react';
import { tokensQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { curlLine, LIFETIMES, makeFailure, SCOPE_WORDS } from './api-token-words.ts';

export type NewTokenProps = { open: boolean; onClose: () => void };

/** Asks what a token is for, makes it, and shows it once. */
export const NewToken = ({ open, onClose }: NewTokenProps) => (
	<DialogWindow open={open} onClose={onClose} title="New API token">
		<Steps onClose={onClose} />
	</DialogWindow>
);

interface Made {
	token: string;
	scopes: TokenScope[];
}

function Steps({ onClose }: { onClose: () => void }) {
	const [made, setMade] = useState<Made | null>(null);
	return made ? <Shown {...made} onClose={onClose} /> : <TokenForm onMade={setMade} />;
}

const DEFAULT_DAYS = '90';

function TokenForm({ onMade }: { onMade: (made: Made) => void }) {
	const client = useQueryClient();
	const [name, setName] = useState('');
	const [scopes, setScopes] = useState<TokenScope[]>(['read']);
	const [days, setDays] = useState(DEFAULT_DAYS);
	const problems = {
		name: name.trim() === '' ? 'Enter a name.' : undefined,
		scopes: scopes.length === 0 ? 'Choose at least one.' : undefined,
	};
	const { onSubmit, shown, submitting, failure } = useForm(problems, async () => {
		const lifetime = LIFETIMES.find((one) => String(one.days) === days)?.days ?? null;
		const made = await call('POST /api/tokens', { body: { name, scopes, days: lifetime } });
		onMade(made);
		await client.invalidateQueries(tokensQuery);
	});
	return (
		<form onSubmit={onSubmit} className="grid gap-5" noValidate>
			<Field
				label="Name"
				name="token-name"
				maxLength={TOKEN_NAME_MAX_LENGTH}
				autoComplete="off"
				placeholder="Home Assistant"
				value={name}
				onChange={(event) => setName(event.target.value)}
				hint="The program that will use it."
				error={shown.name}
			/>
			<CheckList
				label="What it may do"
				options={TOKEN_SCOPES.map((value) => ({ value, ...SCOPE_WORDS[value] }))}
				chosen={scopes}
				onChange={setScopes}
				error={shown.scopes}
			/>
			<Select
				label="Expires after"
				options={LIFETIMES.map(({ days, label }) => ({ value: String(days), label }))}
				value={days}
				onChange={setDays}
			/>
			{failure && <Alert tone="loss">{makeFailure(failure)}</Alert>}
			<Button type="submit" look="primary" busy={submitting} className="justify-self-start max-sm:w-full">
				Make the token
			</Button>
		</form>
	);
}

const Shown = ({ token, scopes, onClose }: Made & { onClose: () => void }) => (
	<div className="grid animate-appear gap-5">
		<p role="status" className="text-pretty">
			This is the token. It is shown this once: copy it now, and keep it as you keep a password.
		</p>
		<CopyText text={token} label="Copy token" />
		<div className="grid gap-2">
			<h3 className="text-small font-medium">Try it in a terminal</h3>
			<CopyText text={curlLine(location.origin, token, scopes)} label="Copy line" />
		</div>
		<Button look="primary" onClick={onClose} className="justify-self-end max-sm:w-full">
			Done
		</Button>
	</div>
);
