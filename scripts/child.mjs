import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Something the user can fix: shown without a stack trace. */
export class Problem extends Error {}

/** @param {string} line */
export const say = (line) => void process.stderr.write(`${line}\n`);

/**
 * Runs a child to its end, passing signals on. What it writes to stderr is also returned, to be explained.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, stderr: string }>}
 */
export function run(command, args, options) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: ROOT, ...options });
		const ignore = () => {};
		/** @param {NodeJS.Signals} signal */
		const pass = (signal) => {
			// A terminal sends Ctrl-C to the whole process group, so the child already has it, and npm repeats the signal to
			// us. The child must get only one: a second one could mean "stop at once".
			process.off(signal, pass).on(signal, ignore);
			if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
		};
		const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
		for (const signal of signals) process.on(signal, pass);
		let stderr = '';
		child.stderr?.on('data', (data) => {
			stderr += data;
			process.stderr.write(data);
		});
		child.once('error', reject);
		child.once('close', (code, signal) => {
			for (const name of signals) process.off(name, pass).off(name, ignore);
			resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGKILL'], stderr });
		});
	});
}
