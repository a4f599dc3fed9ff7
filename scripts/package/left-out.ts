import { RENDERS } from '../../scenes/src/figures.ts';

/** Files of packages that nothing loads at run time. Paths are relative to the package. */
const NEVER_LOADED = [
	// Source maps, and what compilers read. Node.js refuses to run TypeScript below node_modules.
	/\.map$/,
	/\.[cm]?tsx?$/,
	/\.tsbuildinfo$/,
	// What people read. Licences have other names, and stay.
	/\.(md|mdx|markdown)$/i,
	/^(docs?|examples?|tests?|benchmarks?|coverage)\//,
	// Sources of native parts, which come compiled; and the settings of their authors' tools.
	/\.(cc|c|h|hpp|gyp|gypi)$/,
	/(^|\/)\.[^/]+$|\.ya?ml$/,
	// Builds for browsers.
	/^((build|dist)\/)?(browser|umd|amd|global|cjs-browser)\//,
];

/** Of these packages only what matches is used; beside it, package.json and the licence always stay. */
const ONLY: [name: RegExp, used: RegExp][] = [
	// Nothing in the build for Node.js requires it.
	[/^@tensorflow\/tfjs-backend-cpu$/, /^$/],
	// Eight builds of the same code and twice the same WebAssembly: package.json names the one for Node.js.
	[/^@tensorflow\//, /^dist\/[^/]+\.(node\.js|wasm)$/],
	// 3,391 pictures, of which the drawn scenes use a dozen.
	[/^@lobehub\/fluent-emoji-3d$/, new RegExp(`^assets/(${Object.values(RENDERS).join('|')})\\.webp$`)],
];

/** Of these packages this is not used. */
const WITHOUT: [name: RegExp, unused: RegExp][] = [
	// The extensions of PostgreSQL that the schema does not use.
	[/^@electric-sql\/pglite$/, /\.tar\.gz$|^dist\/contrib\//],
	// It comes twice. The bundle imports it, and nothing requires the copy in CommonJS.
	[/^@electric-sql\/pglite$/, /\.cjs$/],
];

const ALWAYS_KEPT = /^(package\.json|(licen[cs]e|notice|copying)[^/]*)$/i;

/** Whether a file of a package stays out of the archive. */
export function isLeftOut(packageName: string, file: string): boolean {
	if (ALWAYS_KEPT.test(file)) return false;
	const only = ONLY.find(([name]) => name.test(packageName))?.[1];
	return (
		NEVER_LOADED.some((pattern) => pattern.test(file)) ||
		(only !== undefined && !only.test(file)) ||
		WITHOUT.some(([name, unused]) => name.test(packageName) && unused.test(file))
	);
}
