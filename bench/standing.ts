/** How long a process takes to be ready on an existing database, and its memory when idle. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../server/src/testing/process.ts';
import { cpuOf, memoryOf, mostMemoryOf } from './cpu.ts';
import type { Where } from './stage.ts';

const STARTS = 3;
/** Longer than a process takes to release the garbage of its start. */
const REST_MS = 40_000;

export async function measureStanding({ url, flags }: Where) {
	const DATA_DIR = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
	const server = new ServerProcess({ DATA_DIR, ...(url && { DATABASE_URL: url }) }, { flags });
	await server.start();
	await server.stop();
	const starts: number[] = [];
	for (let n = 0; n < STARTS; n++) {
		const began = performance.now();
		await server.start();
		starts.push(performance.now() - began);
		if (n < STARTS - 1) await server.stop();
	}
	const before = cpuOf(server.pid);
	await sleep(REST_MS);
	const cpu = (cpuOf(server.pid) - before) / (REST_MS / 1000);
	const [memory, most] = [memoryOf(server.pid), mostMemoryOf(server.pid)];
	await server.stop();
	await rm(DATA_DIR, { recursive: true, force: true });
	return { ready: Math.min(...starts), memory, most, cpu };
}
