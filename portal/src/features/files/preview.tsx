import { useQuery } from '@tanstack/react-query';
import type { SavedFile } from '@watchword/contract/saved';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Longer texts are not previewed. */
const MAX_BYTES = 200_000;

/** The pictures and texts of a result. The run shows a mail. */
export const Preview = ({ files }: { files: SavedFile[] }) => (
	<>
		{files
			.filter(({ contentType }) => contentType.startsWith('image/'))
			.map(({ path, name, url }) => (
				<img
					key={path}
					src={url}
					alt={name}
					loading="lazy"
					className="max-h-[32rem] max-w-full justify-self-start rounded-card bg-sunken"
				/>
			))}
		{files
			.filter(({ contentType }) => /^(text\/|application\/json)/.test(contentType))
			.map((file) => (
				<TextPreview key={file.path} file={file} />
			))}
	</>
);

function TextPreview({ file: { path, name, url, size } }: { file: SavedFile }) {
	const { data, isError } = useQuery({
		queryKey: ['files', path, 'text'],
		queryFn: async ({ signal }) => {
			const answer = await fetch(url, { signal });
			if (!answer.ok) throw new Error(`${answer.status}`);
			return answer.text();
		},
		enabled: size <= MAX_BYTES,
		staleTime: 'static',
	});
	if (size > MAX_BYTES) return <p className="text-small text-muted">{name} is too long to be shown here.</p>;
	if (isError) return <p className="text-small text-muted">{name} cannot be shown right now.</p>;
	if (data === undefined) return <Skeleton className="h-12" />;
	return (
		<figure className="grid min-w-0 gap-1.5">
			<figcaption className="text-small font-semibold text-muted">{name}</figcaption>
			<section
				aria-label={name}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
				tabIndex={0}
				className="max-h-80 overflow-auto rounded-control bg-sunken px-4 py-3"
			>
				<pre className="font-sans text-small wrap-anywhere whitespace-pre-wrap">{data}</pre>
			</section>
		</figure>
	);
}
