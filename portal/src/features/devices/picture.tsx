import { Camera, CloudOff, ImageOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { LoadedImage } from './use-loaded-image.ts';

type Props = {
	image: LoadedImage;
	alt: string;
	/** Null where there is no picture to come. */
	path: string | null;
	problem: string | null;
	/** May its edges be cut for it to fill the frame? A picture taken upright is always shown whole. */
	cut: boolean;
};

/** A picture, or what stands in its place. It fills its frame, which has its size before the picture comes. */
export function Picture({ image, alt, path, problem, cut }: Props) {
	if (problem !== null) return <Instead icon={ImageOff}>{problem}</Instead>;
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
				<Skeleton className="absolute inset-0 rounded-none" />
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
		<p className="max-w-xs text-pretty break-words">{children}</p>
		{action}
	</div>
);
