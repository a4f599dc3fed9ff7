import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '../testing/database.ts';
import { TEMPLATE } from '../testing/postgres-template.ts';
import { ServerProcess } from '../testing/process.ts';
import { Browser } from '../testing/server.ts';
import { StripeFake } from '../testing/stripe.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const step of cleanUp.splice(0).reverse()) await step();
});

test('events sent one to five times, mixed, at once, to processes that are being killed credit each payment once', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-storm-'));
	cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
	const stripe = await StripeFake.start();
	cleanUp.push(() => stripe.stop());
	// The embedded database has one opener: there the one process is killed and started again.
	const onPostgres = inject('backend') === 'postgres';
	const database = onPostgres ? { DATABASE_URL: await createPostgresDatabase(TEMPLATE) } : {};
	const env = { ...stripe.env, ...database, DATA_DIR: dataDir, LOG_LEVEL: 'info' };
	if (!onPostgres) await unpackDatabase(join(dataDir, 'database'));
	const processes = Array.from({ length: onPostgres ? 2 : 1 }, () => new ServerProcess(env));
	cleanUp.push(() => Promise.all(processes.map((one) => one.kill())));
	const [first] = processes as [ServerProcess];
	const who = { email: `${randomUUID()}@example.com`, password: `pass-${randomUUID()}` };
	await Promise.all(processes.map((one) => one.start()));
	await first.admin('user', 'add', '--email', who.email, '--name', 'Robin', '--password', who.password);

	const customer = new Browser(String(first.url));
	const signedIn = await customer.post('/api/auth/sign-in/email', who);
	const { uid } = (await signedIn.json()) as { uid: string };
	const amounts = Array.from({ length: 16 }, (_, n) => 5 + n);
	for (const amount of amounts) await customer.post('/api/payment-intent', { userId: uid, amount });
	const intents = [...stripe.intents.values()];
	const paid = intents.slice(0, 14);
	const events: object[] = paid.map(({ id }) => stripe.pay(id));
	// Two of them are refunded in parts before anyone has heard of their payment.
	const refunded = paid.slice(0, 2);
	for (const { id } of refunded) events.push(stripe.refund(id, 100), stripe.refund(id, 200));

	const storm = stripe.deliver(events, () => processes.flatMap(({ url }) => url ?? []));
	let over = false;
	void storm.finally(() => {
		over = true;
	});
	// In the middle of their work: once some more questions have been asked.
	for (let kills = 0; kills < 2; kills++) {
		const until = stripe.reads + randomInt(2, 12);
		while (stripe.reads < until && !over) await new Promise((look) => setTimeout(look, 2));
		const victim = processes[kills % processes.length] as ServerProcess;
		await victim.kill();
		await victim.start();
	}
	await storm;

	const bought = paid.reduce((sum, { amount }) => sum + amount / 5, 0);
	const again = new Browser(String(first.url));
	for (const [name, value] of customer.cookies) again.cookies.set(name, value);
	expect(await (await again.get('/api/billing')).json()).toEqual({ creditBalance: bought - 2 * 60 });
	const { items } = (await (await again.get('/api/payments')).json()) as { items: { intent: string }[] };
	expect(items.map(({ intent }) => intent).sort()).toEqual(paid.map(({ id }) => id).sort());
	expect(await first.admin('ledger', 'verify')).toContain('Every balance is the sum of its entries');
});

/** The migrated, empty database that tests on PGlite begin with: making one takes longer than all of the above. */
async function unpackDatabase(folder: string): Promise<void> {
	await mkdir(folder, { mode: 0o700 });
	await promisify(execFile)('tar', ['-xf', inject('pgliteTemplate'), '-C', folder]);
}
