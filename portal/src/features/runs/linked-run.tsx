import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { runQuery } from '../../lib/run-documents.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import type { AutomationOfRun } from './card-frame.tsx';
import { RunCard } from './run-card.tsx';
import { useTopOfPage } from './use-top-of-page.ts';

type Props = { id: string; now: number; automationOf(id: string): AutomationOfRun };

/** The run a link points to, open above the list: a mail names it by its id. */
export function LinkedRun({ id, now, automationOf }: Props) {
	const query = useQuery(runQuery(id));
	const run = query.data;
	const [open, setOpen] = useState(true);
	useTopOfPage(id);
	return (
		<section aria-label="The run you followed a link to" className="mb-8 grid gap-3">
			{run === undefined ? (
				<NotLoaded
					query={query}
					loading="h-28 rounded-card"
					title="The run you followed a link to could not be loaded."
				>
					It is recorded, and automations keep running meanwhile.
				</NotLoaded>
			) : run === null ? (
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
			<p className="flex flex-wrap gap-x-5 gap-y-1 text-small">
				<Link to="/app/runs" className="text-accent hover:underline">
					Show all runs
				</Link>
				{run?._episodeId && (
					<Link to={`/app/runs?episode=${run._episodeId}`} className="text-accent hover:underline">
						Show its episode
					</Link>
				)}
			</p>
		</section>
	);
}
