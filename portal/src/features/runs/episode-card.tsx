import type { Episode } from '@watchword/contract/episode';
import type { RunSummary } from '@watchword/contract/run';
import { episodeCounts, episodeTimes, isLive } from '../../product/episode.ts';
import { LiveMark } from '../../product/live-mark.tsx';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../product/names.ts';
import { RestLine } from '../../product/rest-line.tsx';
import { type AutomationOfRun, CardFrame } from './card-frame.tsx';
import { EpisodeDetail } from './episode-detail.tsx';

type Props = {
	episode: Episode;
	/** The action of its runs. */
	actionType: RunSummary['_actionType'];
	automation: AutomationOfRun;
	open: boolean;
	onToggle(): void;
	now: number;
	/** False if its runs are listed below. */
	isLinked?: boolean;
};

/** One event over any number of captures: what, from when to when, and how often people were notified. */
export const EpisodeCard = ({ episode, actionType, now, isLinked = true, ...frame }: Props) => (
	<CardFrame
		{...frame}
		badge={isLive(episode, now) && <LiveMark />}
		captureId={episode.first_captureId}
		detail={<EpisodeDetail episode={episode} isLinked={isLinked} />}
		data={{ 'data-episode': episode.id }}
	>
		<p className="col-span-2 text-small text-pretty tabular-nums first-letter:uppercase">
			{`${episodeTimes(episode, now)}, ${episodeCounts(episode, actionType === 'sendEmail', now)}`}
		</p>
		<p className="col-span-2 flex flex-wrap gap-x-3 text-small text-muted">
			<span>
				{TRIGGER_NAMES.capture} → {ACTION_NAMES[actionType]}
			</span>
			{frame.automation && <RestLine automation={frame.automation} now={now} />}
		</p>
		{episode.evidence && <p className="col-span-2 line-clamp-1 text-small">{episode.evidence}</p>}
	</CardFrame>
);
