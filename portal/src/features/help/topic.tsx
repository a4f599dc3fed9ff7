import type { ReactNode } from 'react';

/** A part of a section, under the question it answers. */
export const Topic = ({ title, children }: { title: string; children: ReactNode }) => (
	<div className="grid gap-1.5">
		<h3 className="font-medium text-ink">{title}</h3>
		{children}
	</div>
);
