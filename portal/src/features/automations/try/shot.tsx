import { useQuery } from '@tanstack/react-query';
import type { Trial } from '@watchword/contract/trial';
import { imageQuery } from '../../../lib/storage-image.ts';
import { BoxedPicture, NoPicture } from '../../../product/boxed-picture.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Props = {
	/** Null if there is no picture. */
	path: string | null;
	alt: string;
	/** What was found in it. */
	boxes?: Trial['boxes'];
	zones?: Trial['zones'];
	/** Whether the picture may be cropped to fill its frame. */
	cut?: boolean;
};

/** A capture, filling the frame around it. */
export function Shot({ path, alt, boxes = [], zones = [], cut = false }: Props) {
	const { data, isError } = useQuery({ ...imageQuery(path ?? ''), enabled: path !== null });
	if (path === null || isError) return <NoPicture alt={alt} wordless={cut} />;
	if (!data) return <Skeleton className="absolute inset-0 rounded-none" />;
	return <BoxedPicture url={data.url} alt={alt} boxes={boxes} zones={zones} tile={cut} />;
}
