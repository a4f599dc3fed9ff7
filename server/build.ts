/**
 * Bundles what runs on Node.js: a start loads a few files instead of 1,700. The code is not minified, so that stack traces
 * name functions. Comments are left out, because they would stay in memory.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { inAscii } from '../scripts/ascii.ts';
import { NOT_BUNDLED } from './not-bundled.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(import.meta.dirname, 'dist');

await rm(DIST, { recursive: true, force: true });
const bundle = await rolldown({
	cwd: ROOT,
	platform: 'node',
	input: {
		main: 'server/src/main.ts',
		admin: 'server/src/admin/main.ts',
		camera: 'camera/src/main.ts',
	},
	external: (id) => NOT_BUNDLED.some((name) => id === name || id.startsWith(`${name}/`)),
	plugins: [
		{
			name: 'places of our files',
			transform: {
				filter: { id: /\/(server|camera|scenes)\/src\//, code: /import\.meta\.url/ },
				handler(code, file) {
					const place = JSON.stringify(relative(DIST, file));
					return (
						code
							// What is started by its path, in a thread or a process, is bundled too.
							.replace(/new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g, (_, path) => {
								const id = `${resolve(dirname(file), path)}.ts`;
								// Of two chunks with one name, both places would lead to the same.
								const name = relative(ROOT, id).replaceAll('/', '-').replace(/\.ts$/, '');
								const chunk = this.emitFile({ type: 'chunk', id, name });
								return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
							})
							// Everything else is found from where its source is.
							.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
					);
				},
			},
		},
	],
});
// All in one folder: the places above are seen from there.
const { output } = await bundle.generate({
	entryFileNames: '[name].mjs',
	chunkFileNames: '[name]-[hash].mjs',
	comments: false,
});
// A server that still runs from here may have put its compiled code there meanwhile.
await mkdir(DIST, { recursive: true });
for (const chunk of output) {
	if (chunk.type === 'chunk') await writeFile(join(DIST, chunk.fileName), inAscii(chunk.code));
}
