import type { ComponentProps } from 'react';

/** How far something is; without a value it has not begun. Browsers draw their own in colours that are not ours. */
export const Progress = (props: ComponentProps<'progress'>) => (
	<progress
		{...props}
		className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
	/>
);
