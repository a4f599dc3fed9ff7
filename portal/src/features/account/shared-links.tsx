import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Share } from '@watchword/contract/share';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { sharesQuery } from '../../lib/account-documents.ts';
import { call, gone } from '../../lib/api.ts';
import { clockOf, dateOf } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { textLink } from '../../ui/text-link.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';

/** The links with which runs and episodes are shared. */
export const SharedLinks = () => (
	<div className="grid gap-5">
		<p className="text-pretty text-muted">
			Whoever has such a link sees the pictures, the time, the verdict and the evidence of one run or episode,
			without an account. A link ends with what it shows: when that is not kept any more, the link is gone
			from here, too.
		</p>
		<Loaded query={useQuery(sharesQuery)}>{(shares) => <ShareList shares={shares} />}</Loaded>
	</div>
);

function ShareList({ shares }: { shares: Share[] }) {
	const now = useNow();
	if (shares.length === 0) {
		return <p className="text-small text-muted">You share nothing. Open a run or an episode to share it.</p>;
	}
	const working = shares.filter((share) => works(share, now)).length;
	return (
		<>
			<ul className="grid gap-4">
				{shares.map((share) => (
					<ShareRow key={share.id} share={share} now={now} />
				))}
			</ul>
			<p className="text-small text-pretty text-muted">
				Your own visits count, too, and so do programs that fetch a link to show a preview, unless they say
				what they are.
			</p>
			{working > 1 && <RevokeAll working={working} />}
		</>
	);
}

const dateAndTime = (iso: string) => `${dateOf(Date.parse(iso))}, ${clockOf(Date.parse(iso))}`;

const works = ({ expires_at }: Share, now: number) => Date.parse(expires_at) > now;

type RowProps = { share: Share; now: number };

function ShareRow({ share, now }: RowProps) {
	const { id, runId, episodeId, name, at } = share;
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await gone(call('DELETE /api/shares/{id}', { params: { id } }));
			await client.invalidateQueries(sharesQuery);
		} finally {
			setAsking(false);
		}
	});
	const isWorking = works(share, now);
	const when = dateAndTime(at);
	return (
		<li className="flex gap-3">
			<Link2 aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
			<div className="grid min-w-0 flex-1 gap-0.5">
				<p className="font-medium wrap-anywhere">
					<Link to={runId ? `/app/runs?run=${runId}` : `/app/runs?episode=${episodeId}`} className={textLink}>
						{name}
					</Link>
				</p>
				<p className="text-small text-pretty text-muted">
					{runId ? 'Run' : 'Episode'} of {when}
				</p>
				<p className="text-small text-pretty text-muted">
					<Opened {...share} /> {isWorking ? 'Works until ' : 'Expired on '}
					{dateAndTime(share.expires_at)}.
				</p>
				{failure && (
					<Alert tone="loss">
						{isWorking ? 'The link still works.' : 'It is still listed.'} Please try again.
					</Alert>
				)}
			</div>
			{isWorking ? (
				<Button onClick={() => setAsking(true)} aria-label={`Revoke the link to ${name}, ${when}`}>
					Revoke
				</Button>
			) : (
				<Button
					busy={submitting}
					onClick={() => void submit()}
					aria-label={`Take the link to ${name}, ${when}, off the list`}
				>
					Clear
				</Button>
			)}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title="Revoke this link?"
				confirmLabel="Revoke link"
			>
				<p>
					The page and its pictures can no longer be opened. What somebody has saved of them stays with them.
				</p>
			</Confirm>
		</li>
	);
}

function Opened({ opened, opened_at }: Share) {
	if (!opened_at) return 'Not opened yet.';
	return (
		<>
			Opened {opened === 1 ? 'once' : `${opened.toLocaleString()} times`}, {opened > 1 && 'last '}
			<Moment iso={opened_at} />.
		</>
	);
}

function RevokeAll({ working }: { working: number }) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await call('DELETE /api/shares');
			await client.invalidateQueries(sharesQuery);
		} finally {
			setAsking(false);
		}
	});
	return (
		<>
			<Button className="justify-self-start" onClick={() => setAsking(true)}>
				Revoke all links
			</Button>
			{failure && <Alert tone="loss">The links still work. Please try again.</Alert>}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title={`Revoke ${working} links?`}
				confirmLabel={`Revoke ${working} links`}
			>
				<p>Their pages and pictures can no longer be opened.</p>
			</Confirm>
		</>
	);
}
