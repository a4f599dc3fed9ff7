/** Machines of a small network: each is a network namespace whose cable can be unplugged or slowed down. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';

const NETWORK = '10.77.0';
/** The address at which the machines reach this program. */
export const OUTSIDE = `${NETWORK}.1`;
const SLOW = ['rate', '1mbit', 'burst', '32kb', 'latency', '500ms'];

const ip = (...args: string[]) => execFileSync('ip', args);

/** Says why machines cannot be made here; null if they can. */
export function whyNoMachines(): string | null {
	const { status, stderr, error } = spawnSync(
		'unshare',
		['--net', 'sh', '-c', 'ip link add veth0 type veth peer name veth1 && ip link add bridge0 type bridge'],
		{ encoding: 'utf8' },
	);
	return status === 0 ? null : (error?.message ?? stderr).trim();
}

/** Starts the program again in a new namespace, so that nothing of this network reaches or outlives this machine. */
export async function runInNetwork(args: string[]): Promise<boolean> {
	const child = spawn('unshare', ['--net', process.execPath, ...process.execArgv, ...args], {
		stdio: 'inherit',
		env: { ...process.env, IN_NETWORK: '1' },
	});
	await once(child, 'exit');
	return child.exitCode === 0;
}

export function openNetwork(): void {
	ip('link', 'set', 'lo', 'up');
	ip('link', 'add', 'switch', 'type', 'bridge');
	ip('addr', 'add', `${OUTSIDE}/24`, 'dev', 'switch');
	ip('link', 'set', 'switch', 'up');
}

/** They end with this program, which does not wait for them. */
const holders: ChildProcess[] = [];
process.once('exit', () => {
	for (const holder of holders) holder.kill('SIGKILL');
});

export class Machine {
	readonly name: string;
	readonly address: string;
	readonly #cable: string;
	readonly #holder: ChildProcess;
	isCut = false;

	constructor(name: string, number: number) {
		this.name = name;
		this.address = `${NETWORK}.${number}`;
		this.#cable = `cable${number}`;
		// A namespace exists as long as a process runs in it.
		this.#holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
		this.#holder.unref();
		holders.push(this.#holder);
	}

	async connect(): Promise<this> {
		const networkOf = (pid: number | string | undefined) => readlinkSync(`/proc/${pid}/ns/net`);
		while (networkOf(this.#holder.pid) === networkOf('self'))
			await new Promise((again) => setTimeout(again, 10));
		ip('link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(this.#holder.pid));
		ip('link', 'set', this.#cable, 'master', 'switch');
		ip('link', 'set', this.#cable, 'up');
		this.#inside('ip', 'addr', 'add', `${this.address}/24`, 'dev', 'eth0');
		this.#inside('ip', 'link', 'set', 'eth0', 'up');
		this.#inside('ip', 'link', 'set', 'lo', 'up');
		return this;
	}

	/** The beginning of a command that runs on this machine. */
	get enter(): string[] {
		return ['nsenter', '--target', String(this.#holder.pid), '--net'];
	}

	/** Unplugs the cable: nobody is notified, packets are lost silently. */
	cut(): void {
		this.isCut = true;
		ip('link', 'set', this.#cable, 'down');
	}

	mend(): void {
		ip('link', 'set', this.#cable, 'up');
		this.isCut = false;
	}

	slow(): void {
		execFileSync('tc', ['qdisc', 'add', 'dev', this.#cable, 'root', 'tbf', ...SLOW]);
		this.#inside('tc', 'qdisc', 'add', 'dev', 'eth0', 'root', 'tbf', ...SLOW);
	}

	hasten(): void {
		execFileSync('tc', ['qdisc', 'del', 'dev', this.#cable, 'root']);
		this.#inside('tc', 'qdisc', 'del', 'dev', 'eth0', 'root');
	}

	#inside(...command: string[]): void {
		const [nsenter = '', ...args] = this.enter;
		execFileSync(nsenter, [...args, ...command]);
	}
}
