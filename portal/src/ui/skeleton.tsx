import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A quiet shape of the size of what will come. */
export const Skeleton = ({ className }: { className: string }) => (
	<div aria-hidden className={classes('animate-breathe rounded-control bg-sunken', className)} />
);

/** Says `text` to assistive technology while the shapes stand in for the content. */
export const Loading = ({ text, children }: { text: string; children: ReactNode }) => (
	<div className="animate-late">
		<p role="status" className="sr-only">
			{text}
		</p>
		{children}
	</div>
);
