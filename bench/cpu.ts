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

/** The processes that run a script, started by this one or by another. */
export function childrenRunning(script: string, parent: number | undefined = process.pid): number[] {
	const children = readdirSync('/proc').filter((name) => stat(name)?.parent === parent);
	return children.filter((child) => commandOf(child).includes(script)).map(Number);
}

function commandOf(pid: string): string {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
	} catch {
		return '';
	}
}

/** The memory of a process and its children, in megabytes. */
export function memoryOf(pid: number | undefined): number {
	const own = megabytesOf(pid ?? 0, 'VmRSS');
	const children = readdirSync('/proc').filter((name) => stat(name)?.parent === pid);
	return children.reduce((sum, child) => sum + megabytesOf(Number(child), 'VmRSS'), own);
}

/** The same, with memory that several processes share counted once. */
export function memoryTogether(pid: number | undefined): number {
	const children = readdirSync('/proc').filter((name) => stat(name)?.parent === pid);
	return children.reduce((sum, child) => sum + memoryTogether(Number(child)), proportional(pid ?? 0));
}

const proportional = (pid: number) => megabytesOf(pid, 'Pss', 'smaps_rollup');

function megabytesOf(pid: number, what: 'VmRSS' | 'Pss', file = 'status'): number {
	try {
		const status = readFileSync(`/proc/${pid}/${file}`, 'utf8');
		return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
}
