import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { COMPILED } from '../../../scripts/node.mjs';
import { waitFor } from '../../../server/src/testing/wait.ts';

const MAIN = fileURLToPath(new URL('../../../server/dist/camera.mjs', import.meta.url));

interface Line {
	event: string;
	camera?: string;
	message?: string | null;
	[field: string]: unknown;
}

/** `npm run camera` in a process of its own, with what it says. */
export function startCameraProcess(args: string[], { dataDir, input }: { dataDir: string; input?: string }) {
	const flags = ['--disable-warning=ExperimentalWarning'];
	const child = spawn(process.execPath, [...flags, MAIN, ...args], {
		env: { PATH: '/usr/local/bin:/usr/bin:/bin', DATA_DIR: dataDir, NODE_COMPILE_CACHE: COMPILED },
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	const leave = () => child.kill('SIGKILL');
	process.once('exit', leave);
	child.stdin.end(input);
	const said: string[] = [];
	const lines: Line[] = [];
	createInterface({ input: child.stdout }).on('line', (line) => {
		said.push(line);
		if (line.startsWith('{')) lines.push(JSON.parse(line));
	});
	createInterface({ input: child.stderr }).on('line', (line) => said.push(line));
	const ended = once(child, 'close').then(([code]) => {
		process.off('exit', leave);
		return code as number | null;
	});
	return {
		pid: child.pid ?? 0,
		said,
		lines,
		ended,
		/** The first event of this kind of a camera. */
		event: (event: string, camera?: string) =>
			waitFor(
				`${event} of ${camera ?? 'the bridge'}`,
				() => lines.find((line) => line.event === event && (!camera || line.camera === camera)),
				{ seen: () => said.slice(-10) },
			),
		stop: () => {
			child.kill('SIGTERM');
			return ended;
		},
		kill: () => {
			child.kill('SIGKILL');
			return ended;
		},
	};
}

/** The command lines of the processes that a process started. */
export async function childrenOf(pid: number): Promise<string[]> {
	const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ');
	const found = await Promise.all(
		children.filter(Boolean).map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')),
	);
	return found.filter(Boolean);
}
