/** Mails to a server that is killed with -9 again and again: every acknowledged mail runs exactly once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { mailThroughKills, RECKONING } from '../../server/src/testing/kills.ts';
import { ServerProcess } from '../../server/src/testing/process.ts';
import { mailSink, stubModel } from '../outside.ts';
import { addAutomation, addCustomer } from '../seed.ts';
import { report, sayReasons } from './reckoning.ts';

const CUSTOMERS = 5;

interface Size {
	mails: number;
	kills: number;
	seed: number;
}

export async function kills(size: Size, database: string): Promise<boolean> {
	const embedded = database === 'postgres' || (await trial(size, 'embedded', {}));
	if (database === 'embedded') return embedded;
	const postgres = await startPostgres();
	const onPostgres = await trial(size, 'PostgreSQL', { DATABASE_URL: postgres.url });
	await postgres.stop();
	return embedded && onPostgres;
}

/** One trial on one database; returns whether everything was correct. */
async function trial(
	{ mails, kills, seed }: Size,
	database: string,
	where: Record<string, string>,
): Promise<boolean> {
	const [model, sink] = [await stubModel(), await mailSink()];
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-faults-'));
	const env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...where, ...model.env, ...sink.env };
	const server = new ServerProcess(env, { mortal: true });
	await server.start();
	const ask = (sql: string) => server.query(sql);
	const to: string[] = [];
	for (let n = 0; n < CUSTOMERS; n++) {
		const uid = await addCustomer(ask, mails);
		const id = await addAutomation(ask, uid, { trigger: 'email', action: 'sendEmail' });
		to.push(`${id}@automations.localhost`);
	}
	const began = performance.now();
	let shown = 0;
	const again = await mailThroughKills({
		server,
		to,
		mails,
		kills,
		seed,
		progress(acknowledged, killed) {
			if (performance.now() - shown < 5000) return;
			shown = performance.now();
			console.log(
				`  ${database}: ${acknowledged} of ${mails} mails acknowledged, ${killed} of ${kills} kills`,
			);
		},
	});
	for (;;) {
		const [row] = await server.query(RECKONING);
		if (row?.ended === row?.runs) break;
		console.log(`  ${database}: ${row?.ended} of ${row?.runs} runs ended`);
		await sleep(2000);
	}
	const seconds = Math.round((performance.now() - began) / 1000);
	const [row = {}] = await server.query(RECKONING);
	await sayReasons(ask);
	await server.stop();
	const { runs, doubled, unsuccessful, charged, wrongly, unbalanced } = row as Record<string, number>;
	const mailsOut = [...sink.received.values()];
	const found = {
		'acknowledged mails without a run': mails - Number(runs),
		'runs of the same mail': Number(doubled),
		'runs that did not succeed': Number(unsuccessful),
		'runs not charged exactly once': Math.abs(mails - Number(charged)) + Number(wrongly),
		'balances that differ from their sum': Number(unbalanced),
		'runs without their mail': mails - mailsOut.length,
	};
	const well = report(found, {
		// A failed restart ends the trial at once.
		'failed restarts': 0,
		'mails sent again to us': again,
		'mails sent again by us, same Message-ID': mailsOut.reduce((sum, times) => sum + times.length - 1, 0),
		seconds,
	});
	model.stop();
	sink.stop();
	await rm(dataDir, { recursive: true, force: true });
	return well;
}
