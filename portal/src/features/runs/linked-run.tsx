import { useQuery } from '@tanstack/react-query';
import type { AutomationSummary } from '@watchword/contract/automation';
import { useState } from 'react';
import { Link } from 'react-router';
import { runQuery } from '../../lib/documents.ts';
import { RunCard } from './run-card.tsx';

type Props = { id: string; now: number; automationOf(id: string): AutomationSummary | undefined | null };

/** The run a link points to, open above the list: a mail names it by its id. */
export function LinkedRun({ id, now, automationOf }: Props) {
	const { data: run } = useQuery(runQuery(id));
	const [open, setOpen] = useState(true);
	if (run === undefined) return null;
	return (
		<section aria-label="The run you followed a link to" className="mb-8 grid gap-3">
			{run === null ? (
				<p className="text-muted">The run you followed a link to is not kept any more.</p>
			) : (
				<RunCard
					run={run}
					automation={automationOf(run._automationId)}
					open={open}
					now={now}
					onToggle={() => setOpen(!open)}
				/>
			)}
			<Link to="/app/runs" className="text-small text-accent hover:underline">
				Show all runs
			</Link>
		</section>
	);
}
