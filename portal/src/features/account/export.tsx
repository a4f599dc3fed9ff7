import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataExport } from '@watchword/contract/export';
import { Download } from 'lucide-react';
import { exportQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { portalQuery } from '../../lib/documents.ts';
import { sizeInWords } from '../../lib/size.ts';
import { dateOf, waitInWords } from '../../lib/time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

/** The download of everything that is stored about the customer. */
export function Export() {
	const client = useQueryClient();
	const { data: latest } = useQuery(exportQuery);
	const { submit, submitting, failure } = useSubmit(async () => {
		const asked = await call('POST /api/exports');
		client.setQueryData(exportQuery.queryKey, asked.latest);
	});
	const isUnderWay = latest?.status === 'waiting' || latest?.status === 'making';
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				A zip file with everything that is kept of your account: automations and their versions, runs, mails,
				pictures, saved files and credits.
			</p>
			{isUnderWay && <Making export={latest} />}
			{latest?.status === 'ready' && <Ready export={latest} />}
			{latest?.status === 'failed' && (
				<Alert tone="loss">The file could not be made. Nothing of yours is lost; please try again.</Alert>
			)}
			{failure && (
				<Alert tone="loss">
					{failure.code === 'resource-exhausted'
						? `That was often enough for a day. You can ask again ${waitInWords(failure.retryAfter ?? 3600)}.`
						: 'This could not be asked for. Please try again.'}
				</Alert>
			)}
			{!isUnderWay && (
				<Button busy={submitting} className="justify-self-start" onClick={() => void submit()}>
					{latest?.status === 'ready' ? 'Make a new one' : 'Export my data'}
				</Button>
			)}
		</div>
	);
}

function Making({ export: { done, total } }: { export: DataExport }) {
	const words =
		total === 0
			? 'It begins in a moment.'
			: `${done.toLocaleString()} of ${total.toLocaleString()} put together`;
	return (
		<div className="grid gap-2">
			<Progress aria-label="Making the file" {...(total > 0 && { value: done, max: total })} />
			<p role="status" className="text-small text-muted tabular-nums">
				{words}. You need not wait here.
			</p>
		</div>
	);
}

function Ready({ export: { path, size, createdAt, expiresAt } }: { export: DataExport }) {
	const { data: portal } = useQuery(portalQuery);
	if (!portal || path === null) return null;
	const day = createdAt.slice(0, 10);
	return (
		<div className="grid justify-items-start gap-2">
			<a
				href={`/v0/b/${portal.storageBucket}/o/${encodeURIComponent(path)}?alt=media`}
				download={`watchword-${day}.zip`}
				className={buttonClasses('primary')}
			>
				<Download aria-hidden className="size-4.5" />
				Download, {sizeInWords(size ?? 0)}
			</a>
			<p className="text-small text-muted">
				{expiresAt && `It is removed on ${dateOf(Date.parse(expiresAt))}. `}Only you can open it.
			</p>
		</div>
	);
}
