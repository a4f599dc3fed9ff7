import { useQuery } from '@tanstack/react-query';
import type { PictureBox } from '@watchword/contract/boxes';
import { imageQuery } from '../lib/storage-image.ts';
import { BoxedPicture } from './boxed-picture.tsx';

type Props = {
	/** Further pictures of the same moment, in their order. */
	paths: readonly string[];
	/** What was found in the pictures of the moment. */
	boxes?: readonly PictureBox[];
};

/** The pictures that follow the first one of a moment. */
export const FrameStrip = ({ paths, boxes = [] }: Props) =>
	paths.length === 0 ? null : (
		<ul aria-label="Further pictures of the same moment" className="grid max-w-2xl grid-cols-3 gap-2">
			{paths.map((path, index) => (
				<li key={path}>
					<Frame path={path} picture={index + 1} boxes={boxes} />
				</li>
			))}
		</ul>
	);

type FrameProps = { path: string; picture: number; boxes: readonly PictureBox[] };

function Frame({ path, picture, boxes }: FrameProps) {
	const { data } = useQuery(imageQuery(path));
	return (
		<div className="relative aspect-4/3 overflow-hidden rounded-control bg-sunken">
			{data && (
				<BoxedPicture
					url={data.url}
					alt={`Picture ${picture + 1} of this moment`}
					boxes={boxes}
					picture={picture}
					tile
				/>
			)}
		</div>
	);
}
