import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type SkeletonProps = {
	className: string;
	/** For placeholders out of view, where an animation would only cost time. */
	isStill?: boolean;
};

/** A placeholder of the same size as the content that is loading. */
export const Skeleton = ({ className, isStill = false }: SkeletonProps) => (
	<div
		aria-hidden
		className={classes('rounded-control bg-sunken', !isStill && 'animate-breathe', className)}
	/>
);

type LoadingProps = {
	text: string;
	/** The content is loaded and drawn next: visible placeholders stay, and nothing is announced. */
	isShort?: boolean;
	children: ReactNode;
};

/** Announces `text` to assistive technology while placeholders are shown. They appear only if it takes a while. */
export const Loading = ({ text, isShort = false, children }: LoadingProps) => (
	<div className={isShort ? undefined : 'animate-late'}>
		{!isShort && (
			<p role="status" className="sr-only">
				{text}
			</p>
		)}
		{children}
	</div>
);
