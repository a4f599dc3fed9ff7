/** A bridge with many cameras through a restart of the server: no picture may be lost or doubled. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCameraProcess } from '../../camera/src/testing/bridge-process.ts';
import { picture as answerWith, mjpeg, startHttpCamera } from '../../camera/src/testing/http-camera.ts';
import { newId } from '../../server/src/base/ids.ts';
import { ServerProcess } from '../../server/src/testing/process.ts';
import { cpuOf, memoryOf } from '../cpu.ts';
import { picture } from '../load.ts';
import { addCustomer } from '../seed.ts';
import { withDatabase } from '../stage.ts';

const EVERY_MS = 10_000;
const AWAY_MS = 60_000;
/** Every fifth camera streams, the others send single pictures; all require digest authentication. */
const STREAMS = 5;
const SAMPLE_MS = 1000;

interface Size {
	cameras: number;
	minutes: number;
}

export async function bridge({ cameras: count, minutes }: Size): Promise<boolean> {
	const dataDir = await mkdtemp(join(tmpdir(), 'watchword-bridge-bench-'));
	const bytes = await picture();
	const keys = await seed(dataDir, count);
	const port = await freePort();
	const server = new ServerProcess({ DATA_DIR: dataDir, PORT: String(port) });
	await server.start();
	const simulated = await Promise.all(
		keys.map((_, index) =>
			startHttpCamera({
				protection: 'MD5',
				answer: index % STREAMS === 0 ? mjpeg(() => bytes, { everyMs: 200 }) : answerWith(bytes),
			}),
		),
	);
	const config = {
		server: `http://127.0.0.1:${port}`,
		every: `${EVERY_MS / 1000}s`,
		cameras: keys.map((key, index) => ({
			name: `Camera ${index + 1}`,
			key,
			[index % STREAMS === 0 ? 'mjpeg' : 'snapshot']: simulated[index]?.url,
			user: 'admin',
			password: 'secret',
		})),
	};
	const file = join(dataDir, 'cameras.yaml');
	// JSON is YAML too.
	await writeFile(file, JSON.stringify(config), { mode: 0o600 });
	const began = performance.now();
	const running = startCameraProcess(['--config', file, '--json'], { dataDir });
	let [most, queued] = [0, 0];
	const sampling = setInterval(() => {
		most = Math.max(most, memoryOf(running.pid));
	}, SAMPLE_MS);

	await sleep((minutes * 60_000) / 2);
	await server.stop();
	await sleep(AWAY_MS);
	queued = await keptIn(dataDir);
	await server.start();
	await sleep(began + minutes * 60_000 - performance.now());
	clearInterval(sampling);
	const seconds = (performance.now() - began) / 1000;
	const [cpu, memory] = [cpuOf(running.pid) / 1000, memoryOf(running.pid)];
	const bridgeEnded = await running.stop();
	const left = await keptIn(dataDir);
	// The next start sends the pictures of the last moment.
	const last = startCameraProcess(['--config', file, '--json'], { dataDir });
	while ((await keptIn(dataDir)) > 0) await sleep(200);
	await last.stop();
	await server.stop();
	for (const camera of simulated) await camera.stop();

	const slots = await slotsIn(dataDir);
	const counts = [...slots.values()].map(reckon);
	const sum = (field: 'arrived' | 'missing' | 'doubled') => counts.reduce((all, one) => all + one[field], 0);
	console.log(
		`  ${count} cameras every ${EVERY_MS / 1000} s for ${seconds.toFixed(0)} s, server away for ${AWAY_MS / 1000} s in the middle`,
	);
	console.log(
		`  ${sum('arrived')} pictures arrived, ${queued} were kept on disk while the server was away, ${left} at the end`,
	);
	console.log(
		`  lost: ${sum('missing')}, doubled: ${sum('doubled')}, cameras without a picture: ${count - slots.size}`,
	);
	console.log(
		`  the bridge: ${((100 * cpu) / seconds).toFixed(1)} % of a core, ${memory.toFixed(0)} MB at the end, at most ${most.toFixed(0)} MB, ended with ${bridgeEnded}`,
	);
	await rm(dataDir, { recursive: true, force: true });
	return sum('missing') === 0 && sum('doubled') === 0 && slots.size === count && bridgeEnded === 0;
}

/** Each picture is named after its time slot, so an empty slot between two others is a lost picture. */
function reckon(slots: number[]) {
	const different = new Set(slots).size;
	return {
		arrived: slots.length,
		missing: Math.max(...slots) - Math.min(...slots) + 1 - different,
		doubled: slots.length - different,
	};
}

const slotsIn = (dataDir: string) =>
	withDatabase({ url: null, dataDir }, async ({ db }) => {
		const { rows } = await db.execute('select "deviceId" as device, capture_key as name from captures');
		const slots = new Map<string, number[]>();
		for (const { device, name } of rows) {
			const one = slots.get(String(device)) ?? [];
			slots.set(String(device), one);
			one.push(Number(/-(\d+)$/.exec(String(name))?.[1]));
		}
		return slots;
	});

const seed = (dataDir: string, count: number) =>
	withDatabase({ url: null, dataDir }, async ({ db }) => {
		const ask = async (text: string) => (await db.execute(text)).rows;
		const uid = await addCustomer(ask, 0);
		const keys = Array.from({ length: count }, newId);
		for (const key of keys) {
			const hash = createHash('sha256').update(key).digest('base64url');
			await ask(`insert into devices (id, _owner, key_hash, capture_window_start, capture_window_end)
				values ('${newId()}', '${uid}', '${hash}', '00:00', '23:59')`);
		}
		return keys;
	});

async function keptIn(dataDir: string): Promise<number> {
	const names = await readdir(join(dataDir, 'cameras.queue'), { recursive: true });
	return names.filter((name) => name.endsWith('.moment')).length;
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
