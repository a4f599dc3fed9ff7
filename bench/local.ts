/** A language model in a process of ours, asked about pictures; with random weights, unless a folder of a real one is given. */
import { drawScene } from '@watchword/scenes/scene';
import { localModel } from '../server/src/adapters/model/local/model.ts';
import { decide } from '../server/src/engine/deciding/decide.ts';
import { makeQuestion } from '../server/src/engine/deciding/prompt.ts';
import { quiet } from '../server/src/testing/quiet.ts';
import { TINY_MODEL } from '../server/src/testing/tiny-model.ts';
import { childrenRunning, cpuOf, memoryOf } from './cpu.ts';

const TIMEOUT_MS = 280_000;

interface Measured {
	/** Milliseconds: with loading, of other pictures (median), and of a picture that was looked at before. */
	first: number;
	other: number;
	again: number;
	/** CPU time of one other picture. */
	cpu: number;
	/** Megabytes after the last answer. */
	memory: number;
}

export async function measureLocal(folder: string, rounds: number): Promise<Measured> {
	const settings = { folder: folder || TINY_MODEL, timeoutSeconds: TIMEOUT_MS / 1000, imagePixels: 768 };
	const model = localModel(quiet, settings);
	const ask = async (hour: number, prompt = 'Is there a person?') => {
		const at = new Date(2026, 5, 1, hour, 20);
		const bytes = await drawScene({ place: 'garden', at, who: ['person'], seed: 'local' });
		const parts = { prompt, trigger: 'capture' as const, wantsMail: false, mail: null, now: at, zone: 'UTC' };
		const question = makeQuestion({
			...{ parts, images: [{ contentType: 'image/jpeg', bytes }], attachments: [], unread: [] },
		});
		return (await decide(model, question, TIMEOUT_MS)).ms;
	};
	const first = await ask(8);
	const [pid] = childrenRunning('local/process');
	const before = cpuOf(pid);
	const others: number[] = [];
	for (let round = 0; round < rounds; round++) others.push(await ask(9 + (round % 10)));
	const cpu = (cpuOf(pid) - before) / rounds;
	const again = await ask(9 + ((rounds - 1) % 10), 'Is there a dog?');
	const memory = memoryOf(pid);
	await model.close();
	return { first, other: others.sort((a, b) => a - b)[others.length >> 1] ?? 0, again, cpu, memory };
}
