import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PATHS } from '@watchword/contract/paths';
import { build, type Manifest } from 'vite';
import { scriptSizes } from '../scripts/script-sizes.ts';
import { FIRST_DOCUMENTS } from './src/app/first-documents.ts';

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const MANIFEST = 'manifest.json';
/**
 * Those that can be drawn without knowing who is signed in, and without style attributes, which the content security policy
 * refuses.
 */
const DRAWN = ['dashboard', 'automations', 'runs', 'devices', 'billing', 'files'] as const;
const dist = join(import.meta.dirname, 'dist');
const configFile = join(import.meta.dirname, 'vite.config.ts');

await build({ configFile, logLevel: 'warn', build: { manifest: MANIFEST } });
await writePages();

// Compressed once here at the highest level, so that the server only picks a file and never compresses it.
const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
	.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
	.map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(compress));
for (const line of scriptSizes(dist)) console.log(line);

/**
 * The page says which version it is, and to a visitor that they are one, so that nothing has to ask. The landing page is a
 * page of its own, without any script.
 */
async function writePages(): Promise<void> {
	const page = await readFile(join(dist, 'index.html'), 'utf8');
	const version = createHash('sha256').update(page).digest('hex').slice(0, 12);
	const versioned = page.replace('name="version" content=""', `name="version" content="${version}"`);
	await writeFile(join(dist, 'index.html'), versioned);
	const manifest: Manifest = JSON.parse(await readFile(join(dist, MANIFEST), 'utf8'));
	await rm(join(dist, MANIFEST));
	const drawn = await drawings();
	await writeScreens(versioned, manifest, drawn);
	await fillCameraWorker(version, manifest);
	const visitors = withCode(
		versioned.replace(/<link [^>]*"\/api\/users\/me"[^>]*>/, '<meta name="visitor" content="yes" />'),
		manifest,
		'src/features/sign-in/page.tsx',
	);
	await writeFile(join(dist, 'visitor.html'), visitors);
	await writeFile(join(dist, 'signin.html'), withDrawing(visitors, drawn.signIn));
	const landing = versioned
		.replaceAll(/<link rel="preload" as="fetch"[^>]*>/g, '')
		// Fetched when there is nothing else to do: most who come go on to sign in.
		.replace(
			/<script type="module" crossorigin src=("[^"]+")><\/script>/,
			'<link rel="prefetch" crossorigin href=$1>',
		)
		.replaceAll('rel="modulepreload"', 'rel="prefetch"')
		.replace(/<noscript>.*<\/noscript>/, '')
		.replace(/<title>(.*)<\/title>/, '<title>Say what to watch for · $1</title>');
	await writeFile(join(dist, 'landing.html'), withElements(landing, drawn.landing));
}

/** /app/NAME is the screen of features/NAME: a page for each. An opened automation has its own. */
async function writeScreens(page: string, manifest: Manifest, { screens }: Drawings): Promise<void> {
	await mkdir(join(dist, 'app'));
	const write = (name: string, html: string) => {
		const links = (FIRST_DOCUMENTS[name] ?? []).map(
			(href) => `<link rel="preload" as="fetch" crossorigin href="${href}" />`,
		);
		return writeFile(
			join(dist, 'app', `${name}.html`),
			html.replace('<meta name="version"', `${links.join('\n\t\t')}\n\t\t$&`),
		);
	};
	for (const source of Object.keys(manifest)) {
		const name = /^src\/features\/(\w+)\/page\.tsx$/.exec(source)?.[1];
		if (!name) continue;
		const plain = withCode(page, manifest, source);
		await write(name, withDrawing(plain, screens[name]));
		if (name !== 'automations') continue;
		const opened = withCode(plain, manifest, 'src/features/automations/editor.tsx');
		await write('automation', withDrawing(opened, screens.automation));
	}
}

/** Everything /camera is made of: the first script, the screen, what both import, styles, fonts and icons. */
async function fillCameraWorker(version: string, manifest: Manifest): Promise<void> {
	const found = new Set<string>(['camera.webmanifest', 'favicon.svg']);
	const add = (key: string): void => {
		const chunk = manifest[key];
		if (!chunk || found.has(chunk.file)) return;
		found.add(chunk.file);
		for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
		for (const imported of chunk.imports ?? []) add(imported);
	};
	add('index.html');
	add('src/features/camera/page.tsx');
	const assets = await readdir(join(dist, 'assets'));
	for (const name of assets) if (/\.(css|woff2)$/.test(name)) found.add(`assets/${name}`);
	const worker = join(dist, 'camera-worker.js');
	const files = [...found].map((file) => `'/${file}'`).join(', ');
	const text = await readFile(worker, 'utf8');
	await writeFile(worker, text.replace('{{version}}', version).replace("'{{files}}'", files));
}

/** The page, which asks for the code of one screen together with the first script. */
function withCode(page: string, manifest: Manifest, source: string): string {
	const chunk = manifest[source];
	const files = [chunk?.file ?? '', ...(chunk?.imports ?? []).map((key) => manifest[key]?.file ?? '')];
	const links = files
		.filter((file) => !page.includes(file))
		.map((file) => `\t<link rel="modulepreload" crossorigin href="/${file}">\n\t`);
	return page.replace('</head>', `${links.join('')}</head>`);
}

/** The page, which shows this before any script has run. The scripts come after what that needs. */
function withDrawing(page: string, html: string | undefined): string {
	if (html === undefined) return page;
	if (html.includes(' style="'))
		throw new Error('a drawn screen has a style attribute, which the content security policy refuses');
	const last = '<$1 fetchpriority="low" ';
	return withElements(page, html).replaceAll(/<(script type="module"|link rel="modulepreload") /g, last);
}

function withElements(page: string, html: string): string {
	return page.replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

interface Drawings {
	landing: string;
	signIn: string;
	/** By the name of the page in dist/app. */
	screens: Record<string, string>;
}

/** What prerender.tsx draws of each page. */
async function drawings(): Promise<Drawings> {
	const outDir = join(dist, 'prerender');
	const ssr = { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true };
	await build({ configFile, logLevel: 'warn', publicDir: false, build: ssr });
	const { landing, signIn, screen } = await import(join(outDir, 'prerender.js'));
	const screens: Record<string, string> = {};
	for (const name of DRAWN) screens[name] = await screen(name, PATHS[name], `/app/${name}`);
	screens.automation = await screen('automations', PATHS.automations, '/app/automations/some');
	await rm(outDir, { recursive: true });
	return { landing: landing(), signIn: signIn(), screens };
}

async function compress(file: string): Promise<void> {
	const bytes = await readFile(file);
	const [br, gz] = await Promise.all([
		promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
		promisify(gzip)(bytes, { level: 9 }),
	]);
	await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
