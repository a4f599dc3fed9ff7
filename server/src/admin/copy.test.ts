import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openPglite } from '../adapters/database/pglite.ts';
import { openPostgres } from '../adapters/database/postgres.ts';
import { readBilling } from '../billing/billing.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { createPostgresDatabase } from '../testing/database.ts';
import { jpeg } from '../testing/images.ts';
import { quiet } from '../testing/quiet.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer } from '../testing/server.ts';
import { callAdmin } from './client.ts';
import { runCommand } from './commands.ts';
import { serveAdmin } from './socket.ts';

test('a running server refuses to be copied', async () => {
	const server = await startServer();
	const door = await serveAdmin(server.services);
	const lines: string[] = [];
	const argv = ['database', 'copy', '--to', 'postgres://nobody@127.0.0.1:1/none'];
	expect(await callAdmin(server.services.settings.dataDir, argv, (line) => lines.push(line))).toBe(1);
	expect(lines).toEqual(['The server is running: stop it first, then try again.']);
	door.close();
	await server.stop();
});

test('a copy names the address that does not answer', async () => {
	const server = await startServer();
	const lines: string[] = [];
	const argv = ['database', 'copy', '--to', 'postgres://nobody@127.0.0.1:1/none'];
	expect(await runCommand(server.services, argv, (line) => lines.push(line))).toBe(1);
	expect(lines).toEqual(['The database at --to does not answer. Is it running, and is the address right?']);
	await server.stop();
});

if (inject('backend') === 'postgres') {
	/** The copy goes from the embedded database to PostgreSQL, so this needs both. */
	test('the embedded database moves to PostgreSQL whole', async () => {
		const embedded = await startServer({ database: await openPglite({}, 'in memory') });
		const owner = await embedded.customer();
		await grant(embedded, owner.uid, 20);
		const camera = await addCamera(embedded, owner.uid);
		await camera.send(await jpeg());
		const automation = await addAutomation(embedded, owner.uid, { _triggerType: 'schedule' });
		for (let n = 0; n < 3; n++) await askForRun(embedded, automation);
		await endedRuns(embedded, automation, 3);

		const to = await createPostgresDatabase();
		const lines: string[] = [];
		const print = (line: string) => void lines.push(line);
		expect([await runCommand(embedded.services, ['database', 'copy', '--to', to], print), lines]).toEqual([
			0,
			expect.arrayContaining(['"automation_runs": 3', '"users": 1', '"ledger_entries": 4']),
		]);
		expect(await runCommand(embedded.services, ['database', 'copy', '--to', to], print)).toBe(1);
		expect(lines.at(-1)).toBe('That database has customers already: copy into an empty one.');
		await embedded.stop();

		const moved = await startServer({ database: await openPostgres(to, quiet) });
		const visitor = moved.visitor();
		const { email, password } = owner;
		expect((await visitor.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
		expect((await readBilling(moved.services.database.db, owner.uid)).creditBalance).toBe(17);
		await askForRun(moved, automation);
		const runs = await endedRuns(moved, automation, 4);
		expect(new Set(runs.map(({ id }) => id)).size).toBe(4);
		const { rows } = await moved.services.database.db.execute(
			sql`select max(seq)::int as last from automation_runs`,
		);
		expect(rows[0]?.last).toBe(4);
		await moved.stop();
	});
}
