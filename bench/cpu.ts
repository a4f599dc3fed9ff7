import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

interface Stat {
	parent: number;
	/** CPU time of the process and of the children it has waited for. */
	ms: number;
}

function stat(pid: number | string): Stat | null {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
		return { parent: Number(fields[1]), ms: (user + system + childUser + childSystem) * TICK_MS };
	} catch {
		return null;
	}
}

/** The CPU time a process and those it started have used so far, in milliseconds. */
export function cpuOf(pid: number | undefined): number {
	const children = readdirSync('/proc').filter((name) => stat(name)?.parent === pid);
	return children.reduce((sum, child) => sum + cpuOf(Number(child)), stat(pid ?? 0)?.ms ?? 0);
}

/** The same for a PostgreSQL server with all its backends, given one of them. */
export function cpuOfServer(backend: number): number {
	const postmaster = stat(backend)?.parent ?? 0;
	return cpuOf(postmaster);
}

/** The process started by this one that runs a script. */
export function childRunning(script: string): number | undefined {
	const children = readdirSync('/proc').filter((name) => stat(name)?.parent === process.pid);
	const found = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(script));
	return found === undefined ? undefined : Number(found);
}

/** The memory of a process and its children, in megabytes. */
export function memoryOf(pid: number | undefined): number {
	const own = megabytesOf(pid ?? 0, 'VmRSS');
	const children = readdirSync('/proc').filter((name) => stat(name)?.parent === pid);
	return children.reduce((sum, child) => sum + megabytesOf(Number(child), 'VmRSS'), own);
}

/** The peak memory of a process alone, in megabytes. */
export const mostMemoryOf = (pid: number | undefined) => megabytesOf(pid ?? 0, 'VmHWM');

function megabytesOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
}
