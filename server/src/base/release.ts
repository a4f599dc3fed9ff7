import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, or the unpacked archive that `npm run package` made of it. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The version of Watchword. Its one source is the package.json in ROOT. */
export const release: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** An archive runs on the Node.js that it brings, and there is no npm. */
const isArchive = process.execPath === join(ROOT, 'bin/node');

/** How a command begins in the terminal here: `watchword admin` in an archive, `npm run admin --` in the repository. */
export function commandLine(command: 'start' | 'admin' | 'camera'): string {
	if (isArchive) return `watchword ${command}`;
	return command === 'start' ? 'npm start' : `npm run ${command} --`;
}
