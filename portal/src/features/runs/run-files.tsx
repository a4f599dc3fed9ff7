import { useQuery } from '@tanstack/react-query';
import type { Run } from '@watchword/contract/run';
import { Paperclip } from 'lucide-react';
import { StorageError } from '../../lib/storage-errors.ts';
import { imageQuery } from '../../lib/storage-image.ts';
import { BoxedPicture, NoPicture } from '../../product/boxed-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type CaptureProps = {
	path: string;
	/** A damaged picture whose beginning is intact loads like any other, but shows nothing. */
	isBroken?: boolean;
	boxes: Run['action_boxes'];
	zones: Run['action_zones'];
};

/** The capture a run judged, as large as the card. */
export function CaptureOf({ path, isBroken = false, boxes, zones }: CaptureProps) {
	const { data, error } = useQuery(imageQuery(path));
	if (error) return <p className="text-muted">{absence('The capture', error)}</p>;
	return (
		<div className="relative aspect-4/3 max-w-2xl overflow-hidden rounded-card bg-sunken">
			{isBroken ? (
				<NoPicture alt="The capture" />
			) : data ? (
				<BoxedPicture url={data.url} alt="The capture" boxes={boxes} zones={zones} />
			) : (
				<Skeleton className="absolute inset-0 rounded-none" />
			)}
		</div>
	);
}

/** Says that a file is gone only if the server says so. Without a network or a session it may still exist. */
const absence = (name: string, error: Error) =>
	error instanceof StorageError && error.code === 'storage/object-not-found'
		? `${name} is not kept any more.`
		: `${name} cannot be shown right now.`;

type StoredFile = { name: string; path: string; size?: number };

export const FileLinks = ({ files }: { files: StoredFile[] }) =>
	files.length === 0 ? null : (
		<ul className="flex flex-wrap gap-2">
			{files.map((file) => (
				<li key={file.path}>
					<FileLink file={file} />
				</li>
			))}
		</ul>
	);

function FileLink({ file: { name, path, size } }: { file: StoredFile }) {
	const { data, error } = useQuery(imageQuery(path));
	const label = size === undefined ? name : `${name}, ${Math.max(1, Math.round(size / 1024))} kB`;
	const look =
		'inline-flex max-w-full items-center gap-2 rounded-control border border-line px-3 py-1.5 text-small';
	if (!data) return <span className={`${look} text-muted`}>{error ? absence(name, error) : label}</span>;
	return (
		<a href={data.url} download={name} className={`${look} hover:border-line-strong`}>
			<Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
			<span className="truncate">{label}</span>
		</a>
	);
}
