import type { Run } from '@watchword/contract/run';
import type { ReactNode } from 'react';
import { conditionOf } from '../../product/outcome.ts';

/** A part of a run's details with a title. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className="grid gap-3">
		<h2 className="text-small font-semibold text-muted">{title}</h2>
		{children}
	</section>
);

type Row = [string, string | null | undefined];

/** Names with their values. Rows without a value are left out. */
export const Rows = ({ rows }: { rows: Row[] }) => (
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

/** What was decided about a run, and why. */
export const decisionRows = (run: Run): Row[] => [
	['Condition met', run.action_verdict && conditionOf(run.action_condition_met)],
	['Evidence', run.action_evidence],
	['Information', run.action_information],
];
