// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are source code under test.
import { describe, expect, test } from 'vitest';
import { findBreaches } from './import-rules.ts';

const breaches = (files: Record<string, string>) => findBreaches(new Map(Object.entries(files)));
const importing = (specifier: string) => `import { x } from '${specifier}';\n`;

describe('forbidden', () => {
	test.each([
		['contract/src/run.ts', 'node:fs'],
		['contract/src/run.ts', '../../server/src/ports/model.ts'],
		['server/src/adapters/mail/smtp.ts', '../../accounts/accounts.ts'],
		['server/src/adapters/mail/smtp.ts', '../../http/app.ts'],
		['server/src/accounts/routes.ts', '../engine/run.ts'],
		['server/src/accounts/routes.ts', '../http/app.ts'],
		['server/src/accounts/routes.ts', '../adapters/mail/smtp.ts'],
		['server/src/accounts/routes.ts', '../testing/database.ts'],
		['server/src/runs/runs.ts', '../settings.ts'],
		['server/src/engine/run.ts', '../http/app.ts'],
		['server/src/engine/run.ts', '../triggers/schedule.ts'],
		['server/src/mail/reading/mime.ts', '../listener.ts'],
		['server/src/mail/tables.ts', './listener.ts'],
		['server/src/engine/run.ts', '../adapters/model/anthropic.ts'],
		['server/src/http/app.ts', '../adapters/database/pglite.ts'],
		['server/src/http/app.ts', '../engine/run.ts'],
		['server/src/http/app.ts', '../main.ts'],
		['server/src/testing/server.ts', '../main.ts'],
		['server/src/http/app.ts', '../../../portal/src/lib/api.ts'],
		['portal/src/ui/button.tsx', '../lib/time.ts'],
		['portal/src/ui/button.tsx', '@watchword/contract/run'],
		['portal/src/ui/button.tsx', '../product/verdicts.ts'],
		['portal/src/lib/api.ts', '../ui/button.tsx'],
		['portal/src/lib/api.ts', '../product/verdicts.ts'],
		['portal/src/product/mail-frame.tsx', '../features/runs/page.tsx'],
		['portal/src/features/runs/page.tsx', '../devices/page.tsx'],
		['portal/src/features/runs/parts/row.tsx', '../../devices/page.tsx'],
		['portal/src/features/runs/page.tsx', '../../app/shell.tsx'],
		['portal/src/features/runs/page.tsx', '@watchword/server/main'],
	])('%s -> %s', (from, to) => {
		expect(breaches({ [from]: importing(to) })).toHaveLength(1);
	});

	test('in every form an import has', () => {
		const to = '../http/app.ts';
		const forms = [
			`import type { x } from '${to}';`,
			`import {\n\tx,\n\ty,\n} from '${to}';`,
			`import '${to}';`,
			`export { x } from '${to}';`,
			`const x = await import('${to}');`,
		];
		for (const source of forms) expect(breaches({ 'server/src/runs/runs.ts': source })).toHaveLength(1);
	});

	test('code among the ports', () => {
		expect(breaches({ 'server/src/ports/clock.ts': 'export type Clock = () => Date;\n' })).toEqual([]);
		expect(
			breaches({ 'server/src/ports/clock.ts': 'export const clock = () => new Date();\n' }),
		).toHaveLength(1);
	});

	test('a text that is normalised outside the one place for it', () => {
		for (const call of ["x.normalize('NFC')", 'x\n\t.normalize ()', "x?.normalize?.('NFKC')"]) {
			const source = `export const y = ${call};\n`;
			expect(breaches({ 'server/src/base/words.ts': source })).toHaveLength(1);
			expect(breaches({ 'contract/src/normalised.ts': source })).toEqual([]);
		}
	});

	test('a file in no room', () => {
		expect(breaches({ 'server/src/utils/strings.ts': '' })).toHaveLength(1);
	});

	describe('a table of another room in SQL', () => {
		const tables = {
			'server/src/accounts/tables.ts': "export const users = pgTable('users', {});\n",
			'server/src/runs/tables.ts': "export const runs = pgTable(\n\t'automation_runs',\n\t{},\n);\n",
		};
		const found = (path: string, source: string) => breaches({ ...tables, [path]: source });

		test.each([
			'sql`select 1 from users`',
			'sql`select 1 from "users" u`',
			'sql<{ id: string }>`select 1 from runs r join users u on true`',
			'db.execute<Record<string, number>>(sql`select 1 from users`)',
			'sql`select 1 from runs r, users u`',
			'sql`delete from runs using users u`',
			'sql`insert into users (id) values (${id})`',
			'sql`update users set name = ${name}`',
			'sql`select * from ${table} where exists (select from users)`',
			"sql`${all ? sql`true` : sql`id in (select id from users)`} and '}' = ${'}'}`",
			'sql`${list.map((one) => { return `${one}`; })} from users`',
			'sql.raw(`truncate users`)',
			'sql`\n\t\tSELECT *\n\t\tFROM\n\t\t\tusers\n`',
		])('%s', (statement) => {
			expect(found('server/src/runs/runs.ts', statement)).toEqual([
				'server/src/runs/runs.ts names the table users in its SQL: it is a table of accounts; import it, or move the statement to the engine',
			]);
		});

		test.each([
			['server/src/runs/runs.ts', 'sql`select 1 from automation_runs r`'],
			['server/src/runs/runs.ts', 'sql`select 1 from ${users} u where u.users = ${id}`'],
			['server/src/runs/runs.ts', '/** Taken from users. */ const words = `mails from users`;'],
			['server/src/runs/runs.test.ts', 'sql`select 1 from users`'],
			['server/src/engine/lease.ts', 'sql`select 1 from automation_runs, users`'],
			['server/src/mail/listener.ts', 'sql`select 1 from users`'],
			['server/src/exports/archive.ts', 'sql`select 1 from users`'],
			['server/src/admin/copy.ts', 'sql`select 1 from users`'],
		])('but not in %s: %s', (path, source) => {
			expect(found(path, source)).toEqual([]);
		});
	});

	test('a cycle of files', () => {
		const found = breaches({
			'portal/src/lib/a.ts': importing('./b.ts'),
			'portal/src/lib/b.ts': importing('./c.ts'),
			'portal/src/lib/c.ts': importing('./a.ts'),
		});
		expect(found).toEqual([
			'cycle: portal/src/lib/a.ts -> portal/src/lib/b.ts -> portal/src/lib/c.ts -> portal/src/lib/a.ts',
		]);
	});

	test('an arrow that leads up in the engine', () => {
		const found = breaches({
			'server/src/engine/run.ts': "import './actions/act.ts';",
			'server/src/engine/actions/act.ts': '',
			'server/src/engine/actions/words.ts': "import '../step.ts';",
			'server/src/engine/step.ts': "import './actions/act.ts';",
		});
		expect(found).toEqual([
			'cycle: server/src/engine/actions -> server/src/engine/step.ts -> server/src/engine/actions',
		]);
	});

	test('a cycle of slices, even through different files', () => {
		const found = breaches({
			'server/src/runs/runs.ts': importing('../billing/billing.ts'),
			'server/src/runs/tables.ts': '',
			'server/src/billing/billing.ts': '',
			'server/src/billing/tables.ts': importing('../runs/tables.ts'),
		});
		expect(found).toEqual(['cycle: runs -> billing -> runs']);
	});
});

test.each([
	['contract/src/run.ts', './ids.ts'],
	['contract/src/run.ts', 'zod'],
	['contract/src/run.test.ts', 'vitest'],
	['server/src/adapters/mail/smtp.ts', '../../ports/mailer.ts'],
	['server/src/adapters/mail/smtp.ts', 'nodemailer'],
	['server/src/runs/runs.ts', '../billing/billing.ts'],
	['server/src/runs/runs.ts', '@watchword/contract/run'],
	['server/src/runs/runs.test.ts', '../testing/database.ts'],
	['server/src/settings.unit.test.ts', './settings.ts'],
	['server/src/engine/run.ts', '../runs/runs.ts'],
	['server/src/http/app.ts', '../captures/capture-route.ts'],
	['server/src/main.ts', './adapters/database/pglite.ts'],
	['portal/src/features/runs/parts/row.tsx', '../page.tsx'],
	['portal/src/features/runs/page.tsx', '../../ui/button.tsx'],
	['portal/src/features/runs/page.tsx', '../../product/mail-frame.tsx'],
	['portal/src/product/mail-frame.tsx', '../ui/button.tsx'],
	['portal/src/app/router.tsx', '../features/runs/page.tsx'],
	['portal/src/ui/base.tsx', './base.css?inline'],
])('allowed: %s -> %s', (from, to) => {
	expect(breaches({ [from]: importing(to) })).toEqual([]);
});
