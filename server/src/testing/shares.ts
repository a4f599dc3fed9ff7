import type { shareMade } from '@watchword/contract/share';
import type { z } from 'zod';
import type { Browser } from './server.ts';

type Made = z.infer<typeof shareMade>;

/** Shares a run or an episode, and returns the link with its path and its token. */
export async function shareIt(
	owner: Browser,
	what: { runId: string } | { episodeId: string },
	days = 7,
): Promise<Made & { path: string; token: string }> {
	const answer = await owner.post('/api/shares', { ...what, days });
	if (!answer.ok) throw new Error(`not shared: ${answer.status} ${await answer.text()}`);
	const made = (await answer.json()) as Made;
	const path = new URL(made.link).pathname;
	return { ...made, path, token: path.split('/').at(-1) ?? '' };
}
