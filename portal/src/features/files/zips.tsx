import type { SavedFolder, ZipPart } from '@watchword/contract/saved';
import { Download } from 'lucide-react';
import { sizeInWords } from '../../lib/size.ts';
import { dateOf } from '../../lib/time.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { countOf } from './folders.tsx';

type Props = { folder: SavedFolder; parts: ZipPart[]; onClose(): void };

/** A folder that does not fit into one zip. */
export const Zips = ({ folder, parts, onClose }: Props) => (
	<Dialog
		open={parts.length > 0}
		onClose={onClose}
		title={`Download in ${parts.length} parts`}
		description="One zip holds at most 2,000 results or 2 GB. Together these hold everything."
	>
		<ul className="grid gap-3">
			{parts.map(({ cursor, results, bytes, from, to }, index) => (
				<li key={cursor ?? ''} className="flex flex-wrap items-center justify-between gap-3">
					<span className="grid">
						<span>
							{dateOf(from * 1000)} to {dateOf(to * 1000)}
						</span>
						<span className="text-small text-muted tabular-nums">
							{countOf(results)}, {sizeInWords(bytes)}
						</span>
					</span>
					<a
						href={`/api/files/archive?automation=${folder.id}${cursor ? `&cursor=${cursor}` : ''}`}
						className={buttonClasses('secondary')}
					>
						<Download aria-hidden className="size-4.5" strokeWidth={1.75} />
						Part {index + 1}
					</a>
				</li>
			))}
		</ul>
	</Dialog>
);
