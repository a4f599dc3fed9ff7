/** A package as package-lock.json describes it. */
interface LockedPackage {
	version?: string;
	license?: string;
	integrity?: string;
	link?: boolean;
	resolved?: string;
	os?: string[];
	cpu?: string[];
	libc?: string[];
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lockfile {
	packages: Record<string, LockedPackage>;
}

/** A package that a workspace needs at run time. */
export interface Dependency {
	/** Where npm installs it, such as node_modules/sharp. */
	path: string;
	name: string;
	locked: LockedPackage;
	/** The paths of the packages that it needs itself. */
	needs: string[];
}

/**
 * What these workspaces or packages, named by their paths, need at run time on a platform such as linux-x64, sorted by path.
 * `npm ci --omit=dev` would also install optional peers that only our tools need, such as vitest and drizzle-kit.
 */
export function runtimeDependencies(lock: Lockfile, roots: string[], platform: string): Dependency[] {
	const found = new Map<string, Dependency>();
	const visit = (path: string): string | null => {
		const locked = lock.packages[path];
		if (!locked || !runsOn(locked, platform)) return null;
		if (locked.link && locked.resolved) return visit(locked.resolved);
		if (!found.has(path)) {
			const needs: string[] = [];
			found.set(path, { path, name: nameOf(path), locked, needs });
			for (const name of namesNeededBy(locked)) {
				const needed = visit(resolve(lock, path, name));
				if (needed) needs.push(needed);
			}
		}
		return path;
	};
	roots.forEach(visit);
	return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether this is a package from npm, not a workspace. */
export const isFromNpm = ({ path }: Pick<Dependency, 'path'>) => path.includes('node_modules/');

/** Whether npm installs a different package on another processor. */
export const isNative = ({ locked }: Dependency) => Boolean(locked.cpu);

/** With these, ONNX Runtime would download libraries for graphics cards while it is installed. Nothing loads them later. */
const ONLY_TO_INSTALL = ['adm-zip', 'global-agent'];

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const namesNeededBy = ({
	dependencies,
	optionalDependencies,
	peerDependencies,
	peerDependenciesMeta,
}: LockedPackage) => [
	...Object.keys(dependencies ?? {}).filter((name) => !ONLY_TO_INSTALL.includes(name)),
	...Object.keys(optionalDependencies ?? {}),
	...Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional),
];

/** Where Node.js finds a package for another one: in the nearest node_modules upwards. */
function resolve(lock: Lockfile, from: string, name: string): string {
	for (let folder = from; ; folder = parent(folder)) {
		const path = `${folder && `${folder}/`}node_modules/${name}`;
		if (path in lock.packages || folder === '') return path;
	}
}

function parent(folder: string): string {
	const end = folder.lastIndexOf('node_modules/');
	return end <= 0 ? '' : folder.slice(0, end - 1);
}

function runsOn({ os, cpu, libc }: LockedPackage, platform: string): boolean {
	const [system = '', processor = ''] = platform.split('-');
	// The Node.js on npm for Linux is built for glibc.
	return (
		(os?.includes(system) ?? true) && (cpu?.includes(processor) ?? true) && (libc?.includes('glibc') ?? true)
	);
}
