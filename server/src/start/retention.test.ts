import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../testing/server.ts';

/**
 * Every table, and what keeps it from growing without end. A new table needs a line here, and the rule that it names. Jobs are in a
 * schema of the queue's own, which deletes them an hour after they ended.
 */
const ENDS_WITH = {
	// By age: the daily cleaning and the hourly removal of what expired.
	account_events: '90 days (forgetEvents)',
	address_changes: 'expires (forgetExpired)',
	automation_runs: 'RUN_DAYS_* by outcome; marked ones with their automation (pruneRuns)',
	automation_versions: 'VERSION_DAYS, but the newest twenty stay (pruneVersions)',
	captures: 'CAPTURE_DAYS, and for as long as a run or an example needs it (pruneCaptures)',
	deliveries: '30 days after they ended (pruneDeliveries)',
	exports: 'expires (forgetExports)',
	known_browsers: 'not used for long (forgetOldBrowsers)',
	sole_tasks: 'a row for each task that one process does',
	rate_limits: 'the time of its count is over (forgetExpired)',
	sessions: 'expires (forgetExpired)',
	shares: '30 days after it expired, and with its run (forgetShares)',
	snooze_links: 'a week after it expired (forgetSnoozeLinks)',
	verifications: 'expires (forgetExpired)',
	pairings: 'expires; the next one of the customer removes it (pairing.ts)',
	// With what they belong to.
	episodes: 'the last of its runs (forgetEpisodes)',
	files: 'the run, capture, mail or export that names it (removeFiles)',
	mails_taken: 'two years (forgetTaken)',
	mailboxes: 'one: the mailbox of the installation',
	mails: 'the last of its runs (pruneRuns)',
	held_alerts: 'sent when it is due (held.ts)',
	mirror_leftovers: 'deleted from the mirror (mirror.ts)',
	// As many as customers have made: they grow with customers, not with use.
	alert_states: 'one for each automation',
	api_tokens: 'revoked by the customer; a number for each customer',
	automations: 'deleted by the customer, then when nothing of it is left (forgetDeleted)',
	channels: 'removed by the customer; a number for each customer',
	credentials: 'the account',
	devices: 'removed by the customer',
	examples: 'removed by the customer; a number for each automation',
	mail_recipients: 'the account: remembers who does not want its mails any more',
	passkeys: 'removed by the customer',
	push_subscriptions: 'removed by the customer, or gone for the push service (subscriptions.ts)',
	recovery_codes: 'a fixed number for each customer',
	second_factors: 'one for each customer',
	users: 'the customer leaves (leaving.ts)',
	webhook_endpoints: 'removed by the customer; a number for each customer',
	secrets: 'one for each secret of the installation',
	operator_settings: 'one for each setting that an operator has chosen',
	// For ever.
	ledger_entries: 'never: a chain of every credit, which accounting needs; some 200 bytes for each charge',
	payments: 'never: accounting needs them; unfinished ones are given up (sync-payment.ts)',
	test_intents: 'never: one for each payment with a test card, which no installation in earnest has',
};

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ env: { ROLES: 'api' } });
});
afterAll(() => server.stop());

test('every table has a rule that ends its rows, or the reason why they stay', async () => {
	const { rows } = await server.services.database.db.execute(sql`
		select table_name as name from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
	expect(rows.map(({ name }) => name)).toEqual(Object.keys(ENDS_WITH).sort());
});

test('tables that every run adds to are vacuumed long before a fifth of their rows are dead', async () => {
	const { rows } = await server.services.database.db.execute(sql`
		select relname as name from pg_class
		where 'autovacuum_vacuum_scale_factor=0.05' = any(reloptions) order by relname`);
	expect(rows.map(({ name }) => name)).toEqual([
		'automation_runs',
		'captures',
		'deliveries',
		'episodes',
		'files',
		'mails',
	]);
});
