import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '@watchword/contract/account';
import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { sessionsQuery } from '../../lib/documents.ts';
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
	const [ended, setEnded] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		await call('DELETE /api/users/me/sessions');
		await keepThisOne(browserInWords(navigator.userAgent));
		await client.invalidateQueries(sessionsQuery);
		setEnded(true);
	});
	return (
		<div className="grid gap-5">
			<ul className="grid gap-4">
				{sessions.slice(0, SHOWN).map(({ id, current, createdAt, lastUsedAt, ipAddress, userAgent }) => (
					<li key={id} className="flex gap-3">
						<Monitor aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
						<div className="grid min-w-0 gap-0.5">
							<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
								{browserInWords(userAgent)}
								{current && (
									<span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-small text-accent">
										This browser
									</span>
								)}
							</p>
							<p className="text-small break-words text-muted">
								{!current && (
									<>
										Last used <Moment iso={lastUsedAt} />,{' '}
									</>
								)}
								{current ? 'Signed in' : 'signed in'} <Moment iso={createdAt} />
								{ipAddress && ` from ${ipAddress}`}
							</p>
						</div>
					</li>
				))}
			</ul>
			{sessions.length > SHOWN && (
				<p className="text-small text-muted">And {sessions.length - SHOWN} more.</p>
			)}
			{failure && <Alert tone="loss">The others are still signed in. Please try again.</Alert>}
			{sessions.length > 1 && (
				<Button busy={submitting} className="justify-self-start" onClick={() => void submit(undefined)}>
					Sign out everywhere else
				</Button>
			)}
			<p role="status" className="text-small text-accent empty:hidden">
				{ended && sessions.length === 1 && 'You are signed out everywhere else.'}
			</p>
		</div>
	);
}
