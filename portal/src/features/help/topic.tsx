import type { ReactNode } from 'react';

type Props = {
	title: string;
	/** Where links from elsewhere lead to it. */
	id?: string;
	children: ReactNode;
};

/** A part of a section, under the question it answers. */
export const Topic = ({ title, id, children }: Props) => (
	<div id={id} className="grid gap-1.5">
		<h3 className="font-medium text-ink">{title}</h3>
		{children}
	</div>
);
