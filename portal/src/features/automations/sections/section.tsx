import { type ReactNode, useId } from 'react';

type Props = {
	title: string;
	children: ReactNode;
};

/** A part of the editor under its own heading. */
export function Section({ title, children }: Props) {
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			data-tour={`automation-${title.toLowerCase()}`}
			className="grid gap-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-7"
		>
			<h3 id={id} className="-mb-1 font-semibold">
				{title}
			</h3>
			{children}
		</section>
	);
}
