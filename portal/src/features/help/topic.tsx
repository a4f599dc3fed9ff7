import type { ReactNode } from 'react';

type Props = {
	title: string;
	/** The anchor for links from other pages. */
	id?: string;
	children: ReactNode;
};

/** A part of a section, with the question it answers as its heading. */
export const Topic = ({ title, id, children }: Props) => (
	<div id={id} className="grid gap-1.5">
		<h3 className="font-medium text-ink">{title}</h3>
		{children}
	</div>
);
