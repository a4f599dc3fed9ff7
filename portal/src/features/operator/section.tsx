import { type ReactNode, useId } from 'react';

type Props = { title: string; about?: ReactNode; children: ReactNode };

/** A part of the page with its heading. */
export function Section({ title, about, children }: Props) {
	const heading = useId();
	return (
		<section aria-labelledby={heading} className="grid grid-cols-1 gap-5">
			<div className="grid gap-1.5">
				<h2 id={heading} className="font-semibold">
					{title}
				</h2>
				{about && <p className="max-w-2xl text-pretty text-muted">{about}</p>}
			</div>
			{children}
		</section>
	);
}

export type Fact = [name: string, value: ReactNode];

export const Facts = ({ facts }: { facts: Fact[] }) => (
	<dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-small sm:grid-cols-3">
		{facts.map(([name, value]) => (
			<div key={name} className="min-w-0">
				<dt className="text-muted">{name}</dt>
				<dd className="font-medium wrap-anywhere">{value}</dd>
			</div>
		))}
	</dl>
);
