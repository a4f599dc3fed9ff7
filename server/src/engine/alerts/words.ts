import { clockTime } from '@watchword/contract/clock-time';
import { eq } from 'drizzle-orm';
import type { Db } from '../../ports/database.ts';
import { episodes } from '../../runs/tables.ts';
import type { LeasedRun } from '../lease.ts';

type Reported = Pick<
	LeasedRun,
	| ('_episodeId' | 'action_tells' | '_timestamp' | 'accountZone' | 'name')
	| ('action_email_subject' | 'action_email_html' | 'action_information')
>;

/** The run with the words of its mail: we write that something still lasts or is over, not the model. */
export async function wordsOfAlert<R extends Reported>(db: Db, run: R): Promise<R> {
	const { action_tells, _timestamp, accountZone, name } = run;
	if (action_tells !== 'again' && action_tells !== 'over') return run;
	const [episode] = await db
		.select()
		.from(episodes)
		.where(eq(episodes.id, run._episodeId ?? ''));
	const time = (at: Date) => clockTime(at, accountZone, _timestamp);
	const began = episode ? ` It began at ${time(episode.first_at)}` : '';
	if (action_tells === 'again') {
		const still = `It still lasts.${began && `${began}.`}`;
		return {
			...run,
			action_email_subject: `Still there: ${run.action_email_subject ?? name}`,
			action_email_html: run.action_email_html && `<p>${still}</p>\n${run.action_email_html}`,
			action_information: `${still} ${run.action_information ?? ''}`.trim(),
		};
	}
	const captures = episode && `${episode.captures} ${episode.captures === 1 ? 'capture' : 'captures'}`;
	const seen = episode ? `${began} and was last seen at ${time(episode.last_at)}, in ${captures}.` : '';
	return {
		...run,
		action_email_subject: `Over: ${name}`,
		action_email_html: `<p>It is over.${seen}</p>`,
	};
}
