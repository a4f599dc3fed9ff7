// What is installed or built, and repeated when its sources have changed. Plain JavaScript, because the oldest Node.js that
// starts Watchword must read this.
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, ROOT, run, say } from './child.mjs';

export const TOOLS = join(ROOT, '.tools');

/** The parts that FOLDER/build.ts builds into FOLDER/dist, with their sources. */
const SOURCES = {
	portal: ['portal', 'contract/src'],
	server: [
		'server/build.ts',
		'server/not-bundled.ts',
		'scripts/ascii.ts',
		'server/src',
		'camera/src',
		'model/src',
		'scenes/src',
		'contract/src',
	],
};

/**
 * One process at a time installs or builds; the others wait. A lock whose holder is gone is taken over.
 * @param {() => Promise<void>} work
 */
export async function alone(work) {
	const lock = join(TOOLS, 'lock');
	const mine = `${lock}.${process.pid}`;
	mkdirSync(TOOLS, { recursive: true });
	writeFileSync(mine, String(process.pid));
	try {
		for (let waiting = false; ; waiting = true) {
			try {
				linkSync(mine, lock);
				break;
			} catch (error) {
				if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
			}
			if (isGone(lock)) rmSync(lock, { force: true });
			else {
				if (!waiting)
					say(
						`Waiting for another Watchword command to finish installing (if there is none, remove ${lock}) ...`,
					);
				await sleep(200);
			}
		}
	} finally {
		rmSync(mine, { force: true });
	}
	try {
		await work();
	} finally {
		rmSync(lock, { force: true });
	}
}

/** @param {string} lock */
function isGone(lock) {
	try {
		const holder = Number(readFileSync(lock, 'utf8'));
		// In a container, an earlier start that was killed often had the same process id.
		if (holder === process.pid) return true;
		process.kill(holder, 0);
		return false;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
	}
}

/**
 * Builds a part, unless it was built from just these sources.
 * @param {string} node
 * @param {keyof typeof SOURCES} part
 */
export async function build(node, part) {
	const stamp = join(ROOT, part, 'dist/.stamp');
	const want = async () => {
		const folders = await Promise.all(SOURCES[part].map((path) => filesIn(join(ROOT, path))));
		const files = [join(ROOT, 'package-lock.json'), ...folders.flat().sort()];
		return hash(
			(await Promise.all(files.map(async (file) => [file.slice(ROOT.length), await readFile(file)]))).flat(),
		);
	};
	if (isStamped(stamp, await want())) return;
	await alone(async () => {
		const sources = await want();
		if (isStamped(stamp, sources)) return;
		say(`Building the ${part} ...`);
		const { code } = await run(node, [`${part}/build.ts`], { stdio: ['ignore', process.stderr, 'pipe'] });
		if (code !== 0) throw new Problem(`The ${part} could not be built. The reason is above.`);
		writeFileSync(stamp, sources);
	});
}

/**
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function filesIn(path) {
	if (path.endsWith('.ts')) return [path];
	const entries = await readdir(path, { withFileTypes: true });
	const found = entries
		.filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
		.map((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
	return (await Promise.all(found)).flat();
}

/** @param {(string | Buffer)[]} parts */
export function hash(parts) {
	const sum = createHash('sha256');
	for (const part of parts) sum.update(`${part.length}\n`).update(part);
	return sum.digest('hex');
}

/**
 * @param {string} stamp
 * @param {string} want
 */
export const isStamped = (stamp, want) => existsSync(stamp) && readFileSync(stamp, 'utf8') === want;
