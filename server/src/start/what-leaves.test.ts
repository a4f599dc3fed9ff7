import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServerProcess } from '../testing/process.ts';
import { waitFor } from '../testing/wait.ts';

const WATCH = new URL('../testing/watch-connections.ts', import.meta.url).href;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-leaves-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Also for the processes and threads that a program starts. */
async function watched(name: string) {
	const file = join(folder, name);
	await writeFile(file, '');
	const env = { NODE_OPTIONS: `--import=${WATCH}?to=${encodeURIComponent(file)}` };
	return { env, left: async () => (await readFile(file, 'utf8')).split('\n').filter(Boolean) };
}

test('a connection that leaves the machine is noticed', async () => {
	const { env, left } = await watched('control');
	// Nothing goes out: the system refuses the address of everybody.
	const program = `
		import { connect } from 'node:net';
		import { Resolver } from 'node:dns/promises';
		connect(9, '255.255.255.255').on('error', () => {});
		connect(9, '127.0.0.1').on('error', () => {});
		await new Resolver().resolve('elsewhere.invalid', 'TXT').catch(() => {});`;
	await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
	expect((await left()).sort()).toEqual(['DNS elsewhere.invalid', 'TCPCONNECTWRAP 255.255.255.255']);
});

test('the demo, filled and looked at, talks to nobody beyond this machine', {
	timeout: 600_000,
}, async () => {
	const { env, left } = await watched('demo');
	const lines: string[] = [];
	const server = new ServerProcess(
		{ ...env, DATA_DIR: join(folder, 'data'), DEMO: 'full', LOG_LEVEL: 'info' },
		{ log: (line) => lines.push(line) },
	);
	await server.start();
	try {
		const link = /http\S+\/demo\?token=\S+/.exec(lines.join('\n'))?.[0] ?? '';
		const opened = await fetch(link, { redirect: 'manual' });
		const cookie = opened.headers
			.getSetCookie()
			.map((one) => one.split(';')[0])
			.join('; ');
		const read = (path: string) => fetch(`${server.url}${path}`, { headers: { cookie } });
		const looking = await read('/api/events');
		// The invoice has come in by mail, its sender was checked, and all pictures are there.
		await waitFor('the demo', () => lines.some((line) => line.includes('the demo account is ready')), {
			withinMs: 300_000,
		});
		await waitFor(
			'a mail that was judged',
			async () => {
				const { items } = (await (await read('/api/runs?trigger=email')).json()) as {
					items: { _status: string }[];
				};
				return items.some(({ _status }) => _status === 'succeeded');
			},
			{ withinMs: 200_000, everyMs: 500 },
		);
		await server.admin('status').catch(() => '');
		await looking.body?.cancel();
	} finally {
		await server.stop();
	}
	expect(await left()).toEqual([]);
});
