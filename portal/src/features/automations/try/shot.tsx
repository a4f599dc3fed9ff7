import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { imageQuery } from '../../../lib/storage-image.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Props = {
	/** Null where there is no picture to be had. */
	path: string | null;
	alt: string;
	/** May its edges be cut for it to fill its frame? */
	cut?: boolean;
};

/** A capture, filling the frame around it. */
export function Shot({ path, alt, cut = false }: Props) {
	const { data, isError } = useQuery({ ...imageQuery(path ?? ''), enabled: path !== null });
	if (path === null || isError) {
		return (
			<span className="absolute inset-0 grid place-items-center text-muted">
				<ImageOff role="img" aria-label={`${alt}: no picture`} className="size-7" strokeWidth={1.25} />
			</span>
		);
	}
	if (!data) return <Skeleton className="absolute inset-0 rounded-none" />;
	return (
		<img
			src={data.url}
			alt={alt}
			className={`absolute inset-0 size-full animate-fade ${cut ? 'object-cover' : 'object-contain'}`}
		/>
	);
}
