/** Runs neural networks with ONNX Runtime, on one core. A process opens each network once: opening it again would leak memory. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { giveBack } from '../../../../base/processes.ts';

export interface Input {
	values: Float32Array;
	shape: readonly number[];
}
/** Gives the values of the outputs by their names. They are gone when the network runs again. */
export type Network = (input: Input) => Promise<Readonly<Record<string, Float32Array>>>;

/** No network can run in this installation. The message is a sentence for operators and customers. */
export class CannotRun extends Error {}

/** How a process says that it cannot run networks. */
export interface Unable {
	unable: string;
}
export const orUnable = <T>(work: Promise<T>): Promise<T | Unable> =>
	work.catch((error: unknown) => {
		if (error instanceof CannotRun) return { unable: error.message };
		throw error;
	});
export function ableAnswer<T extends object>(answer: T | Unable): T {
	if ('unable' in answer) throw new CannotRun(answer.unable);
	return answer;
}

/** Why this machine cannot run networks, as far as it can be known without loading anything; null if nothing is against it. */
export function whyNot(
	{ platform, arch }: { platform: string; arch: string } = process,
	libc = glibcVersion(),
): string | null {
	const home = dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'));
	if (platform === 'linux' && libc === null) return unable('a Linux without glibc');
	return existsSync(join(home, 'bin/napi-v6', platform, arch)) ? null : unable(`${platform}-${arch}`);
}

const unable = (where: string) =>
	`Pictures cannot be looked at here: ONNX Runtime has no build for ${where}.`;

function glibcVersion(): string | null {
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	return header.glibcVersionRuntime ?? null;
}

/** Opens a network from a file that must have this SHA-256. */
export async function openNetwork(file: URL, digest: string): Promise<Network> {
	const bytes = await readFile(file).catch((cause: unknown) => {
		throw new CannotRun(`Pictures cannot be looked at: ${basename(file.pathname)} cannot be read.`, {
			cause,
		});
	});
	if (createHash('sha256').update(bytes).digest('hex') !== digest)
		throw new CannotRun(`Pictures cannot be looked at: ${basename(file.pathname)} is damaged.`);
	const { InferenceSession, Tensor } = await import('onnxruntime-node').catch((cause: unknown) => {
		throw new CannotRun('Pictures cannot be looked at here: ONNX Runtime does not load.', { cause });
	});
	const session = await InferenceSession.create(bytes, {
		intraOpNumThreads: 1,
		interOpNumThreads: 1,
		// Without plans for whole runs, the memory of one layer serves for the next: 20 MB less, at the same CPU time.
		enableMemPattern: false,
		// Weights in 8 bits become floats once, while loading. Numbers next to zero, which processors calculate slowly, are zero.
		extra: { session: { disable_quant_qdq: '1', set_denormal_as_zero: '1' } },
	});
	const [name = ''] = session.inputNames;
	let last: Float32Array[] = [];
	return async ({ values, shape }) => {
		last.forEach(giveBack);
		const found = await session.run({ [name]: new Tensor('float32', values, shape) });
		const outputs = Object.entries(found).map(
			([output, { data }]) => [output, data as Float32Array] as const,
		);
		last = outputs.map(([, data]) => data);
		return Object.fromEntries(outputs);
	};
}
