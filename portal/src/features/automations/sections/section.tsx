import { type ReactNode, useId } from 'react';

/** A part of the editor under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			data-tour={`automation-${title.toLowerCase()}`}
			className="grid gap-5 border-t border-line px-5 py-6 sm:px-7"
		>
			<h3 id={id} className="font-semibold">
				{title}
			</h3>
			{children}
		</section>
	);
}
