import type { ReactNode } from 'react';

/** A part of a run's details with a title. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className="grid gap-3">
		<h2 className="text-small font-semibold text-muted">{title}</h2>
		{children}
	</section>
);

/** Names with their values. Rows without a value are left out. */
export const Rows = ({ rows }: { rows: [string, string | null | undefined][] }) => (
	<dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
		{rows.map(
			([name, value]) =>
				value && (
					<div key={name} className="contents">
						<dt className="text-small text-muted">{name}</dt>
						<dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{value}</dd>
					</div>
				),
		)}
	</dl>
);
