import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { addReplier, deliverMail } from '../testing/mail.ts';
import { endedRuns } from '../testing/runs.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { TINY_MODEL } from '../testing/tiny-model.ts';
import { waitFor } from '../testing/wait.ts';
import { runCommand, runCommandHere } from './commands.ts';
import { howFar } from './model.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ ownModels: true });
});
afterAll(() => server.stop());

async function admin(...argv: string[]): Promise<[number, string]> {
	const lines: string[] = [];
	const code = await runCommand(server.services, argv, (line) => lines.push(line));
	return [code, lines.join('\n')];
}
const isBuiltIn = async () => {
	const settings = (await (await server.visitor().get('/api/portal')).json()) as { builtInModel: boolean };
	return settings.builtInModel;
};
async function whoJudges() {
	const { id, to } = await addReplier(server, {
		_actionType: 'save',
		action_prompt: 'If the mail mentions an invoice, say its number.',
	});
	await deliverMail(server, {
		from: 'a@acme.example',
		to,
		subject: 'Invoice',
		text: 'Invoice 4711 is attached.',
	});
	const [run] = await endedRuns(server, id, 1);
	return run?.model;
}

test('an operator installs a model, lets it decide without a restart, and takes it back', {
	timeout: 300_000,
}, async () => {
	expect(await admin('model', 'list')).toEqual([
		0,
		expect.stringMatching(/^Decides: the built-in model\.\nname .*\nsmolvlm2-256m .*Apache-2\.0/),
	]);
	expect(await whoJudges()).toBe('built-in');
	expect(await admin('model', 'use', 'tiny')).toEqual([
		1,
		expect.stringContaining(
			'tiny is not installed on this machine (there is no such folder). To install it:',
		),
	]);

	expect(await admin('model', 'install', 'tiny', '--from', TINY_MODEL)).toEqual([
		0,
		expect.stringMatching(
			/^tiny is installed\..*\nIt answered [0-3] of 3 test questions right, and a picture takes [\d.]+ s on this machine\.\nTo let it decide: .* model use tiny$/,
		),
	]);
	expect((await admin('model', 'use', 'tiny'))[1]).toMatch(/^tiny decides from now on, in every process\./);
	await waitFor('the portal to know the model', async () => !(await isBuiltIn()));
	expect(await whoJudges()).toBe('tiny');
	expect(await admin('model', 'list')).toEqual([
		0,
		expect.stringMatching(/^Decides: tiny\.\n(?:.*\n)*tiny .* decides +a model of your own\n/),
	]);
	expect((await admin('model', 'remove', 'tiny'))[1]).toMatch(
		/^tiny decides now\. Choose another one first:/,
	);

	expect((await admin('model', 'use', 'built-in'))[0]).toBe(0);
	await waitFor('the portal to know the model', isBuiltIn);
	expect(await whoJudges()).toBe('built-in');
	expect(await admin('model', 'remove', 'tiny')).toEqual([0, 'tiny is removed.']);
	expect(await readdir(join(server.services.settings.dataDir, 'models'))).toEqual(['lock']);
});

test("prints a link to the operator's page", async () => {
	const [, printed] = await admin('open');
	const { pathname, search } = new URL(printed.split('\n')[0] ?? '');
	const opened = await server.visitor().fetch(pathname + search, { redirect: 'manual' });
	expect(opened.headers.get('location')).toBe('/operator');
});

test('what the environment sets comes first, and is shown', async () => {
	const fixed = await startServer({ env: { MODEL: 'local', MODEL_NAME: 'other' }, ownModels: true });
	const lines: string[] = [];
	const say = (line: string) => lines.push(line);
	expect(await runCommand(fixed.services, ['model', 'use', 'built-in'], say)).toBe(1);
	expect(lines.join()).toMatch(/^MODEL=local is set in the environment, which comes first\./);
	await runCommand(fixed.services, ['model', 'list'], say);
	expect(lines[1]).toBe('Decides: other, as MODEL=local is set in the environment.');
	await fixed.stop();
});

test.each([
	[['model', 'install'], 'It needs one name.'],
	[['model', 'install', 'a', 'b'], 'It needs one name.'],
	[['model', 'install', '../a'], 'The name of a model has letters, digits, dots and hyphens.'],
	[['model', 'install', 'unknown'], 'There is no model unknown to download'],
])('%j is refused in the terminal', async (argv, why) => {
	const lines: string[] = [];
	const settings = readSettings({ DATA_DIR: server.services.settings.dataDir });
	expect(await runCommandHere(settings, argv, (line) => lines.push(line))).toBe(1);
	expect(lines.join('\n')).toContain(why);
});

test.each([
	[0, 500e6, 0, '0.0 of 500 MB (0 %)'],
	[100e6, 500e6, 2e6, '100 of 500 MB (20 %), 2.0 MB a second, 3 min left'],
	[499e6, 500e6, 2e6, '499 of 500 MB (99 %), 2.0 MB a second, 1 s left'],
	[500e6, 500e6, 2e6, '500 of 500 MB (100 %)'],
	[0, 2e9, 1e5, '0.0 of 2000 MB (0 %), 0.1 MB a second, 5.6 h left'],
])('a download at %d of %d with %d bytes a second is told as %s', (done, total, speed, line) => {
	expect(howFar({ done, total }, speed)).toBe(line);
});
