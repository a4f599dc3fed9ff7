import { RENDERS } from '../../scenes/src/figures.ts';

/** Files of packages that nothing loads at run time. Paths are relative to the package. */
const NEVER_LOADED = [
	// Source maps, and what compilers read. Node.js refuses to run TypeScript below node_modules.
	/\.map$/,
	/\.[cm]?tsx?$/,
	/\.tsbuildinfo$/,
	// Documentation. Licences have other names and stay.
	/\.(md|mdx|markdown)$/i,
	/^(docs?|examples?|tests?|benchmarks?|coverage)\//,
	// Sources of native parts, which are already compiled; and the settings of their authors' tools.
	/\.(cc|c|h|hpp|gyp|gypi)$/,
	/(^|\/)\.[^/]+$|\.ya?ml$/,
	// Builds for browsers.
	/^((build|dist)\/)?(browser|umd|amd|global|cjs-browser)\//,
];

/** Of these packages only matching files are used; package.json and the licence always stay. */
const ONLY: [name: RegExp, used: RegExp][] = [
	// ONNX Runtime requires one, transformers.js imports the other; the rest is for browsers.
	[/^onnxruntime-common$/, /^dist\/(cjs|esm)\//],
	// One file holds all of it, and these three packages as well.
	[/^@huggingface\/transformers$/, /^dist\/transformers\.node\.mjs$/],
	[/^(@huggingface\/(jinja|tokenizers)|onnxruntime-web)$/, /^$/],
	// 3,391 pictures, of which the drawn scenes use a dozen.
	[/^@lobehub\/fluent-emoji-3d$/, new RegExp(`^assets/(${Object.values(RENDERS).join('|')})\\.webp$`)],
];

/** Unused files of these packages. */
const WITHOUT: [name: RegExp, unused: RegExp][] = [
	// The extensions of PostgreSQL that the schema does not use.
	[/^@electric-sql\/pglite$/, /\.tar\.gz$|^dist\/contrib\//],
	// It is included twice. The bundle imports it, and nothing requires the CommonJS copy.
	[/^@electric-sql\/pglite$/, /\.cjs$/],
];

const ALWAYS_KEPT = /^(package\.json|(licen[cs]e|notice|copying)[^/]*)$/i;

/** ONNX Runtime comes with its library for every platform, 290 MB, and with what would download more. */
const isOfRuntime = (file: string, platform: string) =>
	/^dist\/.*\.js$/.test(file) || file.startsWith(`bin/napi-v6/${platform.replace('-', '/')}/`);

/** Whether a file of a package is left out of the archive for a platform. */
export function isLeftOut(packageName: string, file: string, platform: string): boolean {
	if (ALWAYS_KEPT.test(file)) return false;
	if (packageName === 'onnxruntime-node') return !isOfRuntime(file, platform);
	const only = ONLY.find(([name]) => name.test(packageName))?.[1];
	return (
		NEVER_LOADED.some((pattern) => pattern.test(file)) ||
		(only !== undefined && !only.test(file)) ||
		WITHOUT.some(([name, unused]) => name.test(packageName) && unused.test(file))
	);
}
