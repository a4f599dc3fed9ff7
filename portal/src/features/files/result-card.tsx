import type { SavedFile, SavedFolder, SavedResult } from '@watchword/contract/saved';
import { Download } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Link } from 'react-router';
import { sizeInWords } from '../../lib/size.ts';
import { exactTime } from '../../lib/time.ts';
import { CaptureThumb } from '../../product/capture-thumb.tsx';
import { RunTime } from '../../product/run-time.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { textLink } from '../../ui/text-link.ts';
import { UnfoldButton } from '../../ui/unfold-button.tsx';
import { nameOf } from './folders.tsx';
import { Preview } from './preview.tsx';

type Props = {
	result: SavedResult;
	/** Shown if the list contains results of several folders. */
	folder: SavedFolder | undefined;
	isSelected: boolean;
	onSelect(id: string, isSelected: boolean): void;
	isOpenAtFirst: boolean;
	/** In milliseconds, for "3 minutes ago". */
	now: number;
};

/** Laid out and painted only when near the view. */
const OUT_OF_SIGHT = '[contain-intrinsic-height:auto_9rem] [content-visibility:auto]';

/** Memoized, so that it does not render again when others change. If only its selection changes, its parts do not render again either. */
export const ResultCard = memo(({ result, folder, isSelected, onSelect, isOpenAtFirst, now }: Props) => {
	const [open, setOpen] = useState(isOpenAtFirst);
	const id = useId();
	return (
		<Card
			className={classes(OUT_OF_SIGHT, 'overflow-hidden', isSelected && 'border-accent!')}
			data-result={result.id}
		>
			<div className="flex items-start gap-3 px-4 py-4 sm:gap-4 sm:px-5">
				<input
					type="checkbox"
					checked={isSelected}
					onChange={(event) => onSelect(result.id, event.target.checked)}
					aria-label={`Select the result of ${exactTime(result._timestamp)}`}
					className="relative z-1 mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
				/>
				<Summary result={result} folder={folder} now={now} open={open} setOpen={setOpen} controls={id} />
			</div>
			<Files result={result} open={open} id={id} />
		</Card>
	);
});

type SummaryProps = Pick<Props, 'result' | 'folder' | 'now'> & {
	open: boolean;
	setOpen(open: boolean): void;
	controls: string;
};

const Summary = memo(({ result, folder, now, open, setOpen, controls }: SummaryProps) => (
	<div className="relative flex min-w-0 flex-1 items-start gap-4">
		{result.trigger_captureId && !open && (
			<CaptureThumb captureId={result.trigger_captureId} alt="What was captured" className="w-16 sm:w-24" />
		)}
		<div className="grid min-w-0 flex-1 gap-1">
			<p className="flex flex-wrap gap-x-3 text-small text-muted tabular-nums">
				<RunTime timestamp={result._timestamp} now={now} />
				{folder && <span className="wrap-anywhere">{nameOf(folder)}</span>}
			</p>
			{result.trigger_subject && (
				<p className="line-clamp-1 font-medium wrap-anywhere">{result.trigger_subject}</p>
			)}
			<p className={classes('wrap-anywhere', !open && 'line-clamp-2')}>{result.words || 'No words'}</p>
		</div>
		<UnfoldButton open={open} onToggle={() => setOpen(!open)} what="preview" controls={controls} />
	</div>
));

/** Its files, and what is in them while it is open. */
const Files = memo(({ result, open, id }: { result: SavedResult; open: boolean; id: string }) => (
	<div className="grid gap-4 px-4 pb-4 sm:px-5">
		<ul className="flex flex-wrap gap-2" aria-label="Its files">
			{result.files.map((file) => (
				<li key={file.path} className="max-w-full">
					<FileLink file={file} />
				</li>
			))}
		</ul>
		<div id={id} hidden={!open}>
			{open && (
				<div className="grid gap-4">
					<Preview files={result.files} />
					<Link to={`/app/runs?run=${result.id}`} className={`${textLink} justify-self-start text-small`}>
						Open its run
					</Link>
				</div>
			)}
		</div>
	</div>
));

const FileLink = ({ file: { name, url, size } }: { file: SavedFile }) => (
	<a
		href={url}
		download={name}
		className="inline-flex max-w-full items-center gap-2 rounded-control border border-line px-3 py-1.5 text-small hover:border-line-strong"
	>
		<Download aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
		<span className="truncate">
			{name}, {sizeInWords(size)}
		</span>
	</a>
);
