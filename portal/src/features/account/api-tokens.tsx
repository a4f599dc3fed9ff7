import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiToken } from '@watchword/contract/api-token';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { tokensQuery } from '../../lib/account-documents.ts';
import { call, gone } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { later } from '../../ui/later.tsx';
import { textLink } from '../../ui/text-link.ts';
import { expiryInWords, SCOPE_WORDS } from './api-token-words.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import type { NewTokenProps } from './new-token.tsx';

const NewToken = later<NewTokenProps>(async () => (await import('./new-token.tsx')).NewToken);

/** The tokens with which the customer's programs use the API. */
export function ApiTokens() {
	const [making, setMaking] = useState(false);
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				A program uses your account with a token instead of your password. It may do what you allow it, and
				you can revoke it at any time. How to use it is in the{' '}
				<a href="/api/docs" className={textLink}>
					API documentation
				</a>
				. Assistants that speak MCP connect to{' '}
				<code className="text-small wrap-anywhere">{location.origin}/mcp</code>.
			</p>
			<TokenList />
			<Button className="justify-self-start" onClick={() => setMaking(true)}>
				Make a token
			</Button>
			<NewToken open={making} onClose={() => setMaking(false)} />
		</div>
	);
}

const TokenList = () => (
	<Loaded query={useQuery(tokensQuery)}>
		{(tokens) =>
			tokens.length === 0 ? (
				<p className="text-small text-muted">You have no tokens.</p>
			) : (
				<ul className="grid gap-4">
					{tokens.map((token) => (
						<TokenRow key={token.id} token={token} />
					))}
				</ul>
			)
		}
	</Loaded>
);

function TokenRow({ token }: { token: ApiToken }) {
	const client = useQueryClient();
	const now = useNow();
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await gone(call('DELETE /api/tokens/{id}', { params: { id: token.id } }));
			await client.invalidateQueries(tokensQuery);
		} finally {
			setAsking(false);
		}
	});
	const { name, scopes, created_at, used_at } = token;
	return (
		<li className="flex gap-3">
			<KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
			<div className="grid min-w-0 flex-1 gap-0.5">
				<p className="font-medium wrap-anywhere">{name}</p>
				<p className="text-small text-pretty text-muted">
					{scopes.map((scope) => SCOPE_WORDS[scope].label).join(', ')}
				</p>
				<p className="text-small text-pretty text-muted">
					Made <Moment iso={created_at} />,{' '}
					{used_at ? (
						<>
							last used <Moment iso={used_at} />
						</>
					) : (
						'never used'
					)}
					. {expiryInWords(token, now)}.
				</p>
				{failure && <Alert tone="loss">The token still works. Please try again.</Alert>}
			</div>
			<Button onClick={() => setAsking(true)} aria-label={`Revoke ${name}`}>
				Revoke
			</Button>
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title={`Revoke ${name}?`}
				confirmLabel="Revoke token"
			>
				<p>Programs that use this token are refused from then on. It cannot be brought back.</p>
			</Confirm>
		</li>
	);
}
