import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPglite } from '../adapters/database/pglite.ts';
import { openTestQueue } from './queue.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** A migrated, empty PGlite folder as a tar file: loading it takes a tenth of the time of creating one. */
		pgliteTemplate: string;
	}
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-template-'));
	const template = join(folder, 'pglite.tar');
	const database = await openPglite({}, 'template');
	await (await openTestQueue(database)).stop();
	// Half of the files belong to template databases, which tests do not need: opening the template copies every file.
	await database.pglite.exec('update pg_database set datistemplate = false');
	for (const unused of ['template0', 'template1']) await database.pglite.exec(`drop database ${unused}`);
	await writeFile(template, Buffer.from(await (await database.pglite.dumpDataDir('none')).arrayBuffer()));
	await database.close();
	project.provide('pgliteTemplate', template);
	return () => rm(folder, { recursive: true, force: true });
}
