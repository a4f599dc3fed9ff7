/** A durable run from end to end: a 60 kB capture over HTTP, a question to a model over HTTP, a mail over SMTP, all recorded. */
import { memoryOf } from './cpu.ts';
import { sendCaptures } from './load.ts';
import { nextMail, setStage, type Where } from './stage.ts';

const CONNECTIONS = 8;
const MANY_CONNECTIONS = 32;
const ALONE = 50;

export async function measureRuns(where: Where, picture: Buffer, runs: number, apart = false) {
	const { server, sink, keys, cpu, written, ended, prepared, close, captures } = await setStage(where, {
		apart,
	});
	const send = (count: number, connections = CONNECTIONS) =>
		sendCaptures(captures, keys, picture, count, connections);
	const warm = Math.ceil(runs / 4);
	await send(warm);
	await ended(warm);
	await prepared(Math.min(warm, keys.length));

	const alone: number[] = [];
	for (let n = 1; n <= ALONE; n++) {
		const began = performance.now();
		const arrives = nextMail(sink);
		await send(1, 1);
		await arrives;
		alone.push(performance.now() - began);
		await ended(warm + n);
	}
	alone.sort((a, b) => a - b);

	const [stored, before, began] = [await written(), cpu(), performance.now()];
	await send(runs);
	await ended(warm + ALONE + runs);
	const seconds = (performance.now() - began) / 1000;
	const after = cpu();
	const since = await written();
	const manyBegan = performance.now();
	await send(runs, MANY_CONNECTIONS);
	await ended(warm + ALONE + 2 * runs);
	const manySeconds = (performance.now() - manyBegan) / 1000;
	const memory = memoryOf(server.pid);
	await close();
	return {
		median: alone[ALONE >> 1] ?? 0,
		late: alone[Math.floor(ALONE * 0.95)] ?? 0,
		perSecond: runs / seconds,
		cpu: (after.all - before.all) / runs,
		perSecondOfMany: runs / manySeconds,
		commits: (since.commits - stored.commits) / runs,
		wal: (since.wal - stored.wal) / runs,
		bytes: (since.bytes - stored.bytes) / runs,
		files: (since.files - stored.files) / runs,
		databaseCpu: (after.database - before.database) / runs,
		memory,
	};
}
