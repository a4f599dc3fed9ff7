/** Every process is restarted, one after the other, under load: no client gets an error. */
import { startPostgres } from '../../scripts/postgres.ts';
import { picture } from '../load.ts';
import { mailSink, stubModel } from '../outside.ts';
import { asker, Fleet } from './fleet.ts';
import { drained, reckon, report } from './reckoning.ts';
import { addCustomers, type Sent, sendSignals } from './signals.ts';

const ROLES = ['api,mail', 'api,mail', 'worker', 'worker', 'scheduler'];
const ROUNDS = 3;
const CUSTOMERS = 10;
const CREDITS = 1_000_000;
const MODEL_MS = 300;

export async function rolling(): Promise<boolean> {
	const postgres = await startPostgres();
	const [model, sink] = [await stubModel(MODEL_MS), await mailSink()];
	const fleet = await Fleet.start({ DATABASE_URL: postgres.url, ...model.env, ...sink.env }, ROLES);
	const { ask, end } = asker(postgres.url);
	const customers = await addCustomers(ask, CUSTOMERS, CREDITS);
	const sent: Sent = { acknowledged: 0, answers: new Map() };
	const bytes = await picture();
	let over = false;
	const sending = sendSignals(
		{ ...customers, doors: fleet.doors, picture: bytes, senders: 2, paceMs: 20, over: () => over },
		sent,
	);
	const codes: (number | null)[] = [];
	const began = Date.now();
	for (let round = 1; round <= ROUNDS; round++) {
		for (const member of fleet.members) codes.push(await fleet.restart(member));
		console.log(`  round ${round} of ${ROUNDS}: ${sent.acknowledged} acknowledged`);
	}
	over = true;
	await sending;
	const runs = sent.acknowledged;
	await drained(ask, runs, (line) => console.log(`  ${line}`));
	const doubled = [...sink.received.values()].filter((times) => times.length > 1);
	// A sender whose connection closes repeats its mail elsewhere; a camera must not even notice.
	const allowed = /^(?:HTTP 202|HTTP: refused|SMTP 250|SMTP 4\d\d|SMTP: refused|SMTP: cut off)$/;
	const noticed = [...sent.answers].filter(([answer]) => !allowed.test(answer));
	const well = report(
		{
			...(await reckon(ask, runs, sink.received)),
			'stops that did not end with 0': codes.filter((code) => code !== 0).length,
			'answers other than taken, or nobody there': noticed.reduce((sum, [, count]) => sum + count, 0),
			'processes that ended by themselves': fleet.crashes.length,
		},
		{
			runs,
			restarts: codes.length,
			// Mails that were not finished within the eight seconds of a stop.
			'mails sent again, same Message-ID': doubled.length,
			seconds: Math.round((Date.now() - began) / 1000),
		},
	);
	console.log('  what the senders were told:', Object.fromEntries([...sent.answers].sort()));
	for (const crash of fleet.crashes) console.log(crash);
	await fleet.stop();
	await end();
	model.stop();
	sink.stop();
	await postgres.stop();
	return well;
}
