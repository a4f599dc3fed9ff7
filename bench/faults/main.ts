/** `npm run faults`: random failures of every kind, and a check of what must still be true. */
import { parseArgs } from 'node:util';
import { cluster, failover } from './cluster.ts';
import { kills } from './kills.ts';
import { outages } from './outages.ts';
import { reach } from './reach.ts';
import { rolling } from './rolling.ts';

const HELP = `npm run faults -- WHAT [options]

  kills     [--mails 10000] [--kills 200] [--database embedded|postgres|both]
            mails to a server that is killed with -9 at random
  cluster   [--runs 5000]
            captures and mails over 2 api and 3 worker processes; one is killed every 2 to 5 s, PostgreSQL
            restarts every 10 s
  failover  [--runs 5000]
            the same processes on two PostgreSQL servers; every 15 s the one in use is killed with -9 and its
            synchronous standby takes over
  reach     [--mails 10000] [--kills 200]
            mails to a mailbox whose automations tell by channels and are shown in Home Assistant; mailbox, broker,
            channels and server are killed in turn
  rolling   every process stopped and started again, one after the other, three times, under load
  outages   [--seconds 150] [--only model]
            mail server, model, storage and database away or silent, and the disk full, each for so long; --only
            those with the word in their name

Each takes --seed N, and prints the one it used; cluster and failover also --log FILE, for the logs of all processes. Without WHAT all run, one after the other.`;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		mails: { type: 'string', default: '10000' },
		kills: { type: 'string', default: '200' },
		runs: { type: 'string', default: '5000' },
		seconds: { type: 'string', default: '150' },
		only: { type: 'string', default: '' },
		database: { type: 'string', default: 'both' },
		seed: { type: 'string', default: String(Date.now() % 1e9) },
		log: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});
const numbers = {
	mails: values.mails,
	kills: values.kills,
	runs: values.runs,
	seconds: values.seconds,
	seed: values.seed,
};
const size = Object.fromEntries(
	Object.entries(numbers).map(([name, text]) => [name, Number(text)]),
) as Record<keyof typeof numbers, number>;

const PROGRAMS: Record<string, () => Promise<boolean>> = {
	kills: () => kills(size, values.database),
	cluster: () => cluster({ ...size, log: values.log }),
	failover: () => failover({ ...size, log: values.log }),
	reach: () => reach(size),
	rolling,
	outages: () => outages({ ...size, only: values.only }),
};

const chosen = positionals.length > 0 ? positionals : Object.keys(PROGRAMS);
const understood = chosen.every((name) => PROGRAMS[name]) && Object.values(size).every(Number.isInteger);
if (values.help || !understood) {
	console.log(HELP);
	process.exit(values.help ? 0 : 1);
}
for (const name of chosen) {
	console.log(`${name}, seed ${size.seed}`);
	const well = await PROGRAMS[name]?.();
	console.log(well ? `${name}: as it must be.` : `${name}: NOT AS IT MUST BE, see above.`);
	if (!well) process.exitCode = 1;
}
