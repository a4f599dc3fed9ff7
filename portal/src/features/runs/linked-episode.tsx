import type { Episode } from '@watchword/contract/episode';
import type { RunSummary } from '@watchword/contract/run';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AutomationOfRun } from './card-frame.tsx';
import { EpisodeCard } from './episode-card.tsx';
import { useTopOfPage } from './use-top-of-page.ts';

type Props = {
	/** Null if it was deleted. */
	episode: Episode | null;
	/** The action of its runs. */
	actionType: RunSummary['_actionType'];
	now: number;
	automationOf(id: string): AutomationOfRun;
};

/** The episode a link points to, open above the list of its runs. */
export function LinkedEpisode({ episode, actionType, now, automationOf }: Props) {
	const [open, setOpen] = useState(true);
	useTopOfPage(episode?.id ?? '');
	return (
		<section aria-label="The episode" className="mb-8 grid gap-3">
			<Link to="/app/runs" className="justify-self-start text-small text-accent hover:underline">
				Show all runs
			</Link>
			{!episode ? (
				<p className="text-muted">The episode you followed a link to is not kept any more.</p>
			) : (
				<EpisodeCard
					episode={episode}
					actionType={actionType}
					automation={automationOf(episode._automationId)}
					open={open}
					now={now}
					onToggle={() => setOpen(!open)}
					isLinked={false}
				/>
			)}
		</section>
	);
}
