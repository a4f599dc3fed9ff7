import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { callAdmin } from '../../server/src/admin/client.ts';
import { commandLine } from '../../server/src/base/release.ts';
import { Problem } from './problem.ts';
import { fetchDeviceSettings } from './server.ts';

const device = z.object({ url: z.string(), key: z.string() });
type PairedDevice = z.infer<typeof device>;

/** The live camera of the demo account: the one of the last start if it still works, otherwise a new one. */
export async function demoDevice(
	dataDir: string,
	pair: (url: string, code: string) => Promise<PairedDevice>,
): Promise<PairedDevice> {
	const file = join(dataDir, 'demo-camera.json');
	const kept = device.safeParse(await readJson(file)).data;
	if (kept && (await works(kept))) return kept;

	const email = z.object({ email: z.string() }).safeParse(await readJson(join(dataDir, 'demo.json')))
		.data?.email;
	if (!email)
		throw new Problem(
			`There is no demo account in ${dataDir}. Start Watchword first: ${commandLine('start')}`,
		);
	const lines: string[] = [];
	const code = await callAdmin(dataDir, ['device', 'add', '--email', email], (line) => lines.push(line));
	if (code === null)
		throw new Problem(`Watchword is not running here. Start it first: ${commandLine('start')}`);
	const link = /https?:\S+\/camera\?code=\w+/.exec(lines.join('\n'))?.[0];
	if (code !== 0 || !link) throw new Problem(lines.join('\n'));
	const { origin, searchParams } = new URL(link);
	const paired = await pair(origin, searchParams.get('code') ?? '');
	await writeFile(file, `${JSON.stringify(paired, null, 2)}\n`, { mode: 0o600 });
	return paired;
}

const works = ({ url, key }: PairedDevice) =>
	fetchDeviceSettings(url, key).then(
		() => true,
		() => false,
	);

async function readJson(file: string): Promise<unknown> {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch {
		return null;
	}
}
