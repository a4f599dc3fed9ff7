import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FEED_ROWS } from '@watchword/contract/results-filter';
import { Rss } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { feedQuery } from '../../../lib/documents.ts';
import { exactTime } from '../../../lib/time.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';

/** The address from which a spreadsheet or a program reads the table: create it, copy it, revoke it. */
export function FeedButton({ automationId }: { automationId: string }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button className="px-4!" onClick={() => setOpen(true)}>
				<Rss aria-hidden className="size-4" /> Feed address
			</Button>
			<Dialog
				open={open}
				onClose={() => setOpen(false)}
				title="Feed address"
				description={`Spreadsheets and programs read the newest ${FEED_ROWS.toLocaleString()} rows at this address, without signing in. In Google Sheets: =IMPORTDATA("the address"). Whoever has it can read the table, so treat it like a password.`}
			>
				<Feed automationId={automationId} />
			</Dialog>
		</>
	);
}

function Feed({ automationId: id }: { automationId: string }) {
	const client = useQueryClient();
	const query = useQuery(feedQuery(id));
	const feed = query.data;
	const [made, setMade] = useState<{ csv: string; json: string } | null>(null);
	const [busy, setBusy] = useState(false);
	const [failed, setFailed] = useState(false);

	async function change(work: () => Promise<{ csv: string; json: string } | null>) {
		setBusy(true);
		setFailed(false);
		try {
			setMade(await work());
			await client.invalidateQueries(feedQuery(id));
		} catch (error) {
			console.error(error);
			setFailed(true);
		} finally {
			setBusy(false);
		}
	}
	const make = () => change(() => call('POST /api/automations/{id}/feed', { params: { id } }));
	const revoke = () =>
		change(async () => {
			await call('DELETE /api/automations/{id}/feed', { params: { id } });
			return null;
		});
	if (!feed) {
		return (
			<NotLoaded query={query} loading="h-24" title="The address could not be loaded.">
				An address that is in use still works.
			</NotLoaded>
		);
	}
	const isMade = Boolean(feed.made_at);
	return (
		<div className="grid gap-4">
			{made ? (
				<>
					<Alert tone="attention">Copy it now. For your safety it is shown only this once.</Alert>
					<CopyText text={made.csv} label="Copy the CSV address" />
					<CopyText text={made.json} label="Copy the JSON address" />
				</>
			) : (
				<p className="text-muted">
					{feed.made_at
						? `Made ${exactTime(Date.parse(feed.made_at) / 1000)}. ${feed.read_at ? `Last read ${exactTime(Date.parse(feed.read_at) / 1000)}.` : 'Not read yet.'}`
						: 'There is no address yet.'}
				</p>
			)}
			{failed && <Alert tone="loss">That did not work. Try again.</Alert>}
			<div className="flex flex-wrap gap-2">
				{!made && (
					<Button look={isMade ? 'secondary' : 'primary'} busy={busy} onClick={() => void make()}>
						{isMade ? 'Make a new address' : 'Make an address'}
					</Button>
				)}
				{isMade && (
					<Button look="loss" busy={busy} onClick={() => void revoke()}>
						Revoke it
					</Button>
				)}
			</div>
			{isMade && !made && <p className="text-small text-muted">A new address replaces the one in use.</p>}
		</div>
	);
}
