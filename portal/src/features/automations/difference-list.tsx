import type { Difference } from './form/difference.ts';

type Props = { differences: Difference[]; titles: [before: string, after: string] };

/** Two versions of an automation, field by field. */
export const DifferenceList = ({ differences, titles }: Props) => (
	<dl className="grid gap-3">
		{differences.map(({ field, label, before, after }) => (
			<div key={field} className="grid gap-1">
				<dt className="text-small font-medium">{label}</dt>
				<dd className="grid gap-2 text-small sm:grid-cols-2">
					<Side title={titles[0]}>{before}</Side>
					<Side title={titles[1]}>{after}</Side>
				</dd>
			</div>
		))}
	</dl>
);

const Side = ({ title, children }: { title: string; children: string }) => (
	<div className="grid content-start gap-0.5 rounded-control bg-sunken px-3 py-2">
		<span className="text-muted">{title}</span>
		<span className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
			{children || 'Nothing'}
		</span>
	</div>
);
