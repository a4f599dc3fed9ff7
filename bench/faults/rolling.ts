/** Every process is restarted, one after the other, under load: no client gets an error. */
import { startPostgres } from '../../scripts/postgres.ts';
import { picture } from '../load.ts';
import { sendSignals } from './signals.ts';
import { openTrial } from './trial.ts';

const ROLES = ['api,mail', 'api,mail', 'worker', 'worker', 'scheduler'];
const ROUNDS = 3;
/** A sender whose connection closes repeats its mail elsewhere; a camera must not even notice. */
const ALLOWED = /^(?:HTTP 202|HTTP: refused|SMTP 250|SMTP 4\d\d|SMTP: refused|SMTP: cut off)$/;

export async function rolling(): Promise<boolean> {
	const postgres = await startPostgres();
	const trial = await openTrial({ url: postgres.url, roles: ROLES, customers: 10, modelMs: 300 });
	const { fleet, customers, sent, say } = trial;
	let over = false;
	const load = { senders: 2, paceMs: 20, over: () => over, picture: await picture() };
	const sending = sendSignals({ ...customers, ...load, doors: fleet.doors }, sent);
	const codes: (number | null)[] = [];
	for (let round = 1; round <= ROUNDS; round++) {
		for (const member of fleet.members) codes.push(await fleet.restart(member));
		say(`round ${round} of ${ROUNDS}: ${sent.acknowledged} acknowledged`);
	}
	over = true;
	await sending;
	const noticed = [...sent.answers].filter(([answer]) => !ALLOWED.test(answer));
	const well = await trial.settle(
		() => ({
			'stops that did not end with 0': codes.filter((code) => code !== 0).length,
			'answers other than taken, or nobody there': noticed.reduce((sum, [, count]) => sum + count, 0),
		}),
		{ restarts: codes.length },
	);
	await postgres.stop();
	return well;
}
