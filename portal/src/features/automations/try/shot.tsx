import { useQuery } from '@tanstack/react-query';
import type { Trial } from '@watchword/contract/trial';
import { imageQuery } from '../../../lib/storage-image.ts';
import { BoxedPicture, NoPicture } from '../../../product/boxed-picture.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Subject } from './use-trials.ts';

type LargeProps = { subject: Subject; trial: Trial | undefined };

type Props = {
	/** Null if there is no picture. */
	path: string | null;
	alt: string;
	/** What was found in it. */
	boxes?: Trial['boxes'] | undefined;
	zones?: Trial['zones'] | undefined;
	/** Whether the picture may be cropped to fill its frame. */
	cut?: boolean;
};

/** The picture that is tried, as large as its place allows, with what was found in it. */
export function LargeShot({ subject: { picture, title }, trial }: LargeProps) {
	if (!picture) return null;
	return (
		<div className="relative aspect-4/3 max-h-[50dvh] w-full overflow-hidden rounded-control bg-sunken">
			<Shot path={picture.large} alt={title} boxes={trial?.boxes} zones={trial?.zones} />
		</div>
	);
}

/** A capture, filling the frame around it. */
export function Shot({ path, alt, boxes = [], zones = [], cut = false }: Props) {
	const { data, isError } = useQuery({ ...imageQuery(path ?? ''), enabled: path !== null });
	if (path === null || isError) return <NoPicture alt={alt} wordless={cut} />;
	if (!data) return <Skeleton className="absolute inset-0 rounded-none" />;
	return <BoxedPicture url={data.url} alt={alt} boxes={boxes} zones={zones} tile={cut} />;
}
