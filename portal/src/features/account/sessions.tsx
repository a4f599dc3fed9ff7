import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session, SignInWay } from '@watchword/contract/account';
import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { sessionsQuery } from '../../lib/account-documents.ts';
import { call, gone } from '../../lib/api.ts';
import { keepThisOne } from '../../lib/push.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { browserInWords } from './browser.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';

const SHOWN = 6;

/** The browsers in which the customer is signed in. */
export const Sessions = () => (
	<Loaded query={useQuery(sessionsQuery)}>{(sessions) => <SessionList sessions={sessions} />}</Loaded>
);

function SessionList({ sessions }: { sessions: Session[] }) {
	const client = useQueryClient();
	const [done, setDone] = useState('');
	const { submit, submitting, failure } = useSubmit(async (one: Session | null) => {
		setDone('');
		if (one) await gone(call('DELETE /api/users/me/sessions/{id}', { params: { id: one.id } }));
		else await call('DELETE /api/users/me/sessions');
		await keepThisOne(browserInWords(navigator.userAgent));
		await client.invalidateQueries(sessionsQuery);
		setDone(
			one
				? `${browserInWords(one.userAgent)} is signed out. Other browsers that get push messages must turn them on again.`
				: 'You are signed out everywhere else.',
		);
	});
	return (
		<div className="grid gap-5">
			<ul className="grid gap-4">
				{sessions.slice(0, SHOWN).map((session) => (
					<SessionRow key={session.id} session={session} busy={submitting} end={() => void submit(session)} />
				))}
			</ul>
			{sessions.length > SHOWN && (
				<p className="text-small text-muted">And {sessions.length - SHOWN} more.</p>
			)}
			{failure && <Alert tone="loss">This did not work. Please try again.</Alert>}
			{sessions.length > 1 && (
				<Button busy={submitting} className="justify-self-start" onClick={() => void submit(null)}>
					Sign out everywhere else
				</Button>
			)}
			<p role="status" className="text-small text-pretty text-accent empty:hidden">
				{done}
			</p>
		</div>
	);
}

const WAYS: Record<SignInWay, string> = {
	password: 'with the password',
	passkey: 'with a passkey',
	sso: 'by single sign-on',
	link: 'by a link',
};

type RowProps = { session: Session; busy: boolean; end: () => void };

function SessionRow({ session, busy, end }: RowProps) {
	const { current, createdAt, lastUsedAt, ipAddress, userAgent, how } = session;
	const browser = browserInWords(userAgent);
	return (
		<li className="flex gap-3">
			<Monitor aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
			<div className="grid min-w-0 flex-1 gap-0.5">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
					{browser}
					{current && (
						<span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-small text-accent">
							This browser
						</span>
					)}
				</p>
				<p className="text-small wrap-anywhere text-muted">
					{!current && (
						<>
							Last used <Moment iso={lastUsedAt} />,{' '}
						</>
					)}
					{current ? 'Signed in' : 'signed in'} <Moment iso={createdAt} />
					{ipAddress && ` from ${ipAddress}`} {WAYS[how]}
				</p>
			</div>
			{!current && (
				<Button look="quiet" busy={busy} onClick={end} aria-label={`End the session of ${browser}`}>
					End
				</Button>
			)}
		</li>
	);
}
