import { useQueryClient } from '@tanstack/react-query';
import { SHARE_DAYS } from '@watchword/contract/sharing';
import { useState } from 'react';
import { Link } from 'react-router';
import { sharesQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { exactTime } from '../../lib/time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { textLink } from '../../ui/text-link.ts';
import { evidenceOf, evidenceTitle, hiddenParts, type Shareable, visibleParts } from './share-words.ts';

export type ShareDialogProps = { open: boolean; onClose: () => void; shareable: Shareable };

/** Says what will be visible and for how long, makes the link, and shows it once. */
export const ShareDialog = ({ open, onClose, shareable }: ShareDialogProps) => (
	<DialogWindow open={open} onClose={onClose} title={`Share this ${shareable.kind}`}>
		<Steps shareable={shareable} onClose={onClose} />
	</DialogWindow>
);

type Made = { link: string; expires_at: string };

function Steps({ shareable, onClose }: Omit<ShareDialogProps, 'open'>) {
	const [made, setMade] = useState<Made | null>(null);
	return made ? (
		<Shown {...made} kind={shareable.kind} onClose={onClose} />
	) : (
		<Start shareable={shareable} onMade={setMade} />
	);
}

const LIFETIMES = SHARE_DAYS.map((days) => ({
	value: String(days),
	label: days === 1 ? '1 day' : `${days} days`,
}));

function Start({ shareable, onMade }: { shareable: Shareable; onMade: (made: Made) => void }) {
	const client = useQueryClient();
	const [days, setDays] = useState('7');
	const { submit, submitting, failure } = useSubmit(async () => {
		const { id } = shareable.of;
		const what = shareable.kind === 'run' ? { runId: id } : { episodeId: id };
		const lifetime = SHARE_DAYS.find((one) => String(one) === days) ?? 1;
		onMade(await call('POST /api/shares', { body: { ...what, days: lifetime } }));
		await client.invalidateQueries(sharesQuery);
	});
	const evidence = evidenceOf(shareable);
	return (
		<div className="grid gap-5">
			<section className="grid gap-2">
				<h3 className="text-small font-medium">Whoever has the link will see</h3>
				<ul className="grid list-disc gap-1 pl-5 text-pretty">
					{visibleParts(shareable).map((part) => (
						<li key={part}>{part}</li>
					))}
					{evidence && (
						<li>
							{evidenceTitle(shareable)}:
							<blockquote className="mt-1 max-h-40 overflow-y-auto rounded-control bg-sunken px-3 py-2 text-small whitespace-pre-wrap wrap-anywhere">
								{evidence}
							</blockquote>
						</li>
					)}
				</ul>
				<p className="text-small text-pretty text-muted">{hiddenParts(shareable)}</p>
			</section>
			<Choice label="The link works for" options={LIFETIMES} value={days} onChange={setDays} />
			{failure && (
				<Alert tone="loss">
					{failure.code === 'conflict' || failure.code === 'resource-exhausted'
						? failure.message
						: 'The link could not be made. Please try again.'}
				</Alert>
			)}
			<Button
				look="primary"
				busy={submitting}
				className="justify-self-start max-sm:w-full"
				onClick={() => void submit()}
			>
				Make the link
			</Button>
		</div>
	);
}

function Shown({ link, expires_at, kind, onClose }: Made & { kind: Shareable['kind']; onClose: () => void }) {
	const canSend = typeof navigator.share === 'function';
	return (
		<div className="grid animate-appear gap-5">
			<p role="status" className="text-pretty">
				This is the link. It is shown this once: copy it now. Whoever has it can open it.
			</p>
			<CopyText text={link} label="Copy link" />
			<p className="text-small text-pretty text-muted">
				It works until {exactTime(Date.parse(expires_at) / 1000)}, or until the {kind} is not kept any more.
				You can revoke it at any time under{' '}
				<Link to="/app/account#shared-links" className={textLink}>
					Shared links
				</Link>
				.
			</p>
			<div className="flex flex-wrap justify-end gap-3">
				{canSend && (
					<Button
						className="max-sm:w-full"
						// A customer who cancels has decided so, and can still copy the link.
						onClick={() => void navigator.share({ url: link }).catch(() => undefined)}
					>
						Send with an app
					</Button>
				)}
				<Button look="primary" className="max-sm:w-full" onClick={onClose}>
					Done
				</Button>
			</div>
		</div>
	);
}
