import { useInfiniteQuery } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { Link } from 'react-router';
import { runsQuery } from '../../lib/run-documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { outcomeOf, TONES } from '../../product/outcome.ts';
import { RunTime } from '../../product/run-time.tsx';
import { classes } from '../../ui/classes.ts';
import { textLink } from '../../ui/text-link.ts';
import { Section } from './sections/section.tsx';

const SHOWN = 5;

/** What the automation has said of late, as it was saved then. */
export function LastRuns({ id }: { id: string }) {
	const { data } = useInfiniteQuery({ ...runsQuery({ automation: id }), enabled: id !== EXAMPLE_AUTOMATION });
	const now = useNow();
	const runs = data?.pages[0]?.items.slice(0, SHOWN) ?? [];
	if (!data) return null;
	return (
		<Section title="Last runs">
			{runs.length === 0 ? (
				<p className="text-small text-muted">It has not run yet.</p>
			) : (
				<ul className="-my-2 divide-y divide-line text-small">
					{runs.map((run) => {
						const { words, tone } = outcomeOf(run);
						return (
							<li key={run.id}>
								<Link
									to={`/app/runs?run=${run.id}`}
									className="-mx-2 grid gap-0.5 rounded-control px-2 py-2 transition-colors hover:bg-sunken"
								>
									<span className="flex flex-wrap items-center justify-between gap-x-3">
										<span className="text-muted tabular-nums">
											<RunTime timestamp={run._timestamp} now={now} />
										</span>
										<span className={classes('rounded-full px-2.5 py-0.5 font-medium', TONES[tone])}>
											{words}
										</span>
									</span>
									{run.action_evidence && <span className="line-clamp-1">{run.action_evidence}</span>}
								</Link>
							</li>
						);
					})}
				</ul>
			)}
			{runs.length > 0 && (
				<Link to={`/app/runs?automation=${id}`} className={`${textLink} justify-self-start text-small`}>
					See all its runs
				</Link>
			)}
		</Section>
	);
}
