import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A placeholder of the same size as the content that is loading. */
export const Skeleton = ({ className }: { className: string }) => (
	<div aria-hidden className={classes('animate-breathe rounded-control bg-sunken', className)} />
);

/** Announces `text` to assistive technology while placeholders are shown. */
export const Loading = ({ text, children }: { text: string; children: ReactNode }) => (
	<div className="animate-late">
		<p role="status" className="sr-only">
			{text}
		</p>
		{children}
	</div>
);
