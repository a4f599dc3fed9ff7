import { useQueryClient } from '@tanstack/react-query';
import { ZIP_IDS } from '@watchword/contract/constants';
import type { SavedFolder, SavedResult, ZipPart } from '@watchword/contract/saved';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call, gone } from '../../lib/api.ts';
import { sizeInWords } from '../../lib/size.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { countOf, nameOf } from './folders.tsx';
import { Zips } from './zips.tsx';

type Props = {
	/** The whole folder can be downloaded and deleted, not only the selection. */
	folder: SavedFolder | undefined;
	items: SavedResult[];
	selected: SavedResult[];
	onSelect(ids: string[]): void;
	/** Shows a confirmation message. */
	onSaid(message: string): void;
	onFolderGone(): void;
};

/** Actions for the selected results, or for the whole folder. */
export function Toolbar({ folder, items, selected, onSelect, onSaid, onFolderGone }: Props) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const [parts, setParts] = useState<ZipPart[]>([]);
	const isSome = selected.length > 0;

	const deletion = useSubmit(async () => {
		try {
			if (isSome) {
				for (const { id } of selected) await gone(call('DELETE /api/files/{id}', { params: { id } }));
				onSaid(`${countOf(selected.length)} deleted.`);
				onSelect([]);
			} else if (folder) {
				const { goesOn } = await call('DELETE /api/files/folders/{id}', { params: { id: folder.id } });
				onSaid(
					goesOn ? 'The rest of the folder is being deleted in the background.' : 'The folder was deleted.',
				);
				if (!goesOn) onFolderGone();
			}
		} finally {
			setAsking(false);
			await client.invalidateQueries({ queryKey: ['saved'] });
		}
	});
	const zip = useSubmit(async () => {
		if (!folder) return;
		const found = await call('GET /api/files/archive/parts', { query: { automation: folder.id } });
		if (found.parts.length > 1) setParts(found.parts);
		else window.location.assign(`/api/files/archive?automation=${folder.id}`);
	});
	const failure = deletion.failure ?? zip.failure;

	return (
		<div className="grid gap-3">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<Check
					label={isSome ? `${selected.length} selected` : 'Select all shown'}
					checked={selected.length === items.length}
					onChange={(all) => onSelect(all ? items.map(({ id }) => id) : [])}
				/>
				{(isSome || folder) && (
					<div className="flex flex-wrap gap-2">
						{isSome && selected.length <= ZIP_IDS && (
							<a
								href={`/api/files/archive?ids=${selected.map(({ id }) => id).join(',')}`}
								className={buttonClasses('secondary', 'px-4!')}
							>
								<Download aria-hidden className="size-4.5" strokeWidth={1.75} />
								Download zip
							</a>
						)}
						{!isSome && (
							<Button className="px-4!" busy={zip.submitting} onClick={() => void zip.submit()}>
								<Download aria-hidden className="size-4.5" strokeWidth={1.75} />
								Download folder
							</Button>
						)}
						<Button look="quiet" className="px-4! text-loss" onClick={() => setAsking(true)}>
							<Trash2 aria-hidden className="size-4.5" strokeWidth={1.75} />
							{isSome ? 'Delete' : 'Delete folder'}
						</Button>
					</div>
				)}
			</div>
			{selected.length > ZIP_IDS && (
				<p className="text-small text-muted">
					A zip of selected results holds at most {ZIP_IDS}. Select fewer, or download the whole folder.
				</p>
			)}
			{failure && (
				<Alert tone="loss">
					{failure.code === 'conflict' || failure.code === 'resource-exhausted'
						? failure.message
						: 'Not everything could be done. What is still shown is still there; please try again.'}
				</Alert>
			)}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void deletion.submit()}
				busy={deletion.submitting}
				title={
					isSome
						? `Delete ${countOf(selected.length)}?`
						: `Delete everything in ${folder ? nameOf(folder) : ''}?`
				}
				confirmLabel="Delete"
			>
				<p>
					{isSome
						? `Their files, ${sizeInWords(bytesOf(selected))}, are deleted for good.`
						: folder &&
							`${countOf(folder.results)}, ${sizeInWords(folder.bytes)}, are deleted for good.`}{' '}
					The runs stay and say that their files were deleted.
				</p>
			</Confirm>
			{folder && <Zips folder={folder} parts={parts} onClose={() => setParts([])} />}
		</div>
	);
}

const bytesOf = (results: SavedResult[]) =>
	results.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
