import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { imageQuery } from '../../lib/storage-image.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The capture a run judged, as large as the card. */
export function CaptureOf({ path }: { path: string }) {
	const { data, isError } = useQuery(imageQuery(path));
	if (isError) return <p className="text-muted">The capture is not kept any more.</p>;
	return (
		<div className="relative aspect-4/3 max-w-2xl overflow-hidden rounded-card bg-sunken">
			{data ? (
				<img
					src={data.url}
					alt="The capture"
					className="absolute inset-0 size-full animate-fade object-contain"
				/>
			) : (
				<Skeleton className="absolute inset-0 rounded-none" />
			)}
		</div>
	);
}

type File = { name: string; path: string; size?: number };

export const FileLinks = ({ files }: { files: File[] }) =>
	files.length === 0 ? null : (
		<ul className="flex flex-wrap gap-2">
			{files.map((file) => (
				<li key={file.path}>
					<FileLink file={file} />
				</li>
			))}
		</ul>
	);

function FileLink({ file: { name, path, size } }: { file: File }) {
	const { data, isError } = useQuery(imageQuery(path));
	const label = size === undefined ? name : `${name}, ${Math.max(1, Math.round(size / 1024))} kB`;
	const look =
		'inline-flex max-w-full items-center gap-2 rounded-control border border-line px-3 py-1.5 text-small';
	if (!data)
		return <span className={`${look} text-muted`}>{isError ? `${name} is not kept any more` : label}</span>;
	return (
		<a href={data.url} download={name} className={`${look} hover:border-line-strong`}>
			<Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
			<span className="truncate">{label}</span>
		</a>
	);
}
