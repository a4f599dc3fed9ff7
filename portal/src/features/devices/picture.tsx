import { Camera, CloudOff, ImageOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LoadedImage } from './use-loaded-image.ts';

type Props = {
	image: LoadedImage;
	alt: string;
	/** Null if there is no picture. */
	path: string | null;
	/** The text shown if there is no picture. */
	instead: string | null;
	/** Whether the picture may be cropped to fill the frame. An upright picture is always shown whole. */
	cut: boolean;
	/** Whether it is in or near the view. */
	isNear?: boolean;
};

/** A picture or its placeholder. The frame has its size before the picture loads. */
export function Picture({ image, alt, path, instead, cut, isNear = true }: Props) {
	if (instead !== null) return <Instead icon={ImageOff}>{instead}</Instead>;
	if (path === null) return <Instead icon={Camera}>No picture yet.</Instead>;
	if (image.failure !== null) {
		return (
			<Instead icon={CloudOff} action={<Button onClick={image.retry}>Try again</Button>}>
				The picture could not be loaded. {image.failure}
			</Instead>
		);
	}
	const { current, previous } = image;
	if (!current) {
		return (
			<>
				<p role="status" className="sr-only">
					Loading...
				</p>
				<Skeleton className="absolute inset-0 rounded-none" isStill={!isNear} />
			</>
		);
	}
	return [previous, current].map(
		(shown) =>
			shown && (
				<img
					key={shown.url}
					src={shown.url}
					alt={shown === current ? alt : ''}
					aria-hidden={shown === current ? undefined : true}
					className={`absolute inset-0 size-full animate-fade bg-sunken ${cut && !shown.upright ? 'object-cover' : 'object-contain'}`}
				/>
			),
	);
}

type InsteadProps = { icon: LucideIcon; children: ReactNode; action?: ReactNode };

const Instead = ({ icon: Icon, children, action }: InsteadProps) => (
	<div className="absolute inset-0 grid place-content-center justify-items-center gap-3 overflow-y-auto p-6 text-center text-small text-muted">
		<Icon aria-hidden className="size-9" strokeWidth={1.25} />
		<p className="max-w-xs text-pretty wrap-anywhere">{children}</p>
		{action}
	</div>
);
