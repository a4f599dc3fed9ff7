/** Mails to a server that is killed with -9 again and again: every acknowledged mail runs exactly once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { seeded } from '../../server/src/testing/kills.ts';
import { picture } from '../load.ts';
import { sendSignals, wrongAnswers } from './signals.ts';
import { openTrial } from './trial.ts';

const CUSTOMERS = 5;
const SENDERS = 4;
/** A kill comes up to so long after its share of the mails was acknowledged. */
const SPREAD_MS = 300;

interface Size {
	mails: number;
	kills: number;
	seed: number;
}

export async function kills(size: Size, database: string): Promise<boolean> {
	const embedded = database === 'postgres' || (await mailThroughKills(size, null));
	if (database === 'embedded') return embedded;
	const postgres = await startPostgres();
	const onPostgres = await mailThroughKills(size, postgres.url);
	await postgres.stop();
	return embedded && onPostgres;
}

/** On one database; returns whether everything was correct. */
async function mailThroughKills({ mails, kills, seed }: Size, url: string | null): Promise<boolean> {
	console.log(url ? '  PostgreSQL' : '  embedded');
	const random = seeded(seed);
	const roles = ['api,mail,worker,scheduler'];
	const { fleet, customers, sent, say, settle } = await openTrial({ url, roles, customers: CUSTOMERS });
	const [server] = fleet.members;
	const killing = async () => {
		for (let n = 1; server && n <= kills; n++) {
			while (sent.acknowledged < Math.floor((n * mails) / (kills + 1))) await sleep(5);
			await sleep(random() * SPREAD_MS);
			await fleet.kill(server);
			if (n % 10 === 0 || n === kills)
				say(`${sent.acknowledged} of ${mails} acknowledged, ${n} of ${kills} kills`);
		}
	};
	const load = { captures: 0, mails, senders: SENDERS, picture: await picture() };
	await Promise.all([killing(), sendSignals({ ...customers, ...load, doors: fleet.doors }, sent)]);
	return settle(() => ({ 'answers other than taken, or later': wrongAnswers(sent) }), { kills });
}
