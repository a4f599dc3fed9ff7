/** The portal on a phone: Lighthouse on the screens of the demo account. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOURS } from '@watchword/contract/constants';
import { ServerProcess } from '../server/src/testing/process.ts';
import { waitFor } from '../server/src/testing/wait.ts';
import { openPhone, PHONE, VERSION, type Visit } from './lighthouse.ts';

/** Creating the demo account takes minutes on a small machine. */
const DEMO_WITHIN_MS = 15 * 60_000;

interface Screen {
	name: string;
	visits: Visit[];
}

interface Wishes {
	/** How often each screen is visited. */
	times: number;
	/** Only some screens; all if empty. */
	screens: string[];
	/** A data folder with a complete demo account; without one it is created, and removed at the end. */
	dataDir: string;
	say: (line: string) => void;
}

/** Visits the screens, first as a visitor, then as a customer with a history. */
export async function measurePortal({ dataDir, say, ...wishes }: Wishes): Promise<Screen[]> {
	const folder = dataDir || (await mkdtemp(join(tmpdir(), 'watchword-bench-')));
	const server = new ServerProcess({ DATA_DIR: folder, DEMO: 'full' });
	await server.start();
	try {
		say('waiting until the demo account is complete: some minutes, if it is new');
		const customer = await signIn(server.url ?? '', await demoAccount(folder));
		return await visitScreens(server.url ?? '', customer, { say, ...wishes });
	} finally {
		await server.stop();
		if (!dataDir) await rm(folder, { recursive: true, force: true });
	}
}

async function visitScreens(
	url: string,
	{ session, automation }: Customer,
	{ times, screens, say }: Omit<Wishes, 'dataDir'>,
): Promise<Screen[]> {
	const phone = await openPhone();
	const found: Screen[] = [];
	const visit = async (name: string, path: string) => {
		if (screens.length > 0 && !screens.includes(name)) return;
		const visits: Visit[] = [];
		for (let n = 1; n <= times; n++) {
			const seen = await phone.visit(url + path);
			visits.push(seen);
			say(`${name} ${n} of ${times}: ${seen.score.toFixed(0)}`);
		}
		found.push({ name, visits });
	};
	try {
		await visit('landing', '/');
		await visit('sign-in', '/signin');
		await phone.setCookie(url, session.name, session.value);
		await visit('dashboard', '/app/dashboard');
		await visit('automations', '/app/automations');
		await visit('editor', `/app/automations/${automation}`);
		await visit('runs', '/app/runs');
		await visit('devices', '/app/devices');
		await visit('billing', '/app/billing');
		return found;
	} finally {
		await phone.close();
	}
}

interface Demo {
	email: string;
	password: string;
}

/** The demo account once it is complete. */
const demoAccount = (dataDir: string): Promise<Demo> =>
	waitFor(
		'the demo account',
		async () => {
			// The file may be half written at this moment.
			const kept = await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => '');
			const read = kept.endsWith('}\n') ? JSON.parse(kept) : null;
			return read?.furnished && (read as Demo);
		},
		{ withinMs: DEMO_WITHIN_MS, everyMs: 500 },
	);

interface Customer {
	/** The cookie of the session. */
	session: { name: string; value: string };
	/** An automation that watches captures. */
	automation: string;
}

/** The customer has seen the tours, so that none begins. */
async function signIn(url: string, { email, password }: Demo): Promise<Customer> {
	const post = (path: string, body: object, cookie = '') =>
		fetch(url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', cookie },
			body: JSON.stringify(body),
		});
	const answer = await post('/api/auth/sign-in/email', { email, password });
	const header = answer.headers.getSetCookie().find((cookie) => cookie.includes('session_token='));
	const [, name, value] = /^([^=]+)=([^;]*)/.exec(header ?? '') ?? [];
	if (!name || !value) throw new Error(`the demo account could not sign in: ${await answer.text()}`);
	const cookie = `${name}=${value}`;
	for (const tour of TOURS) await post('/api/users/me/tours', { tour }, cookie);
	const automations = await fetch(`${url}/api/automations`, { headers: { cookie } });
	const { items } = (await automations.json()) as { items: { id: string; _triggerType: string }[] };
	const automation = items.find(({ _triggerType }) => _triggerType === 'capture')?.id ?? '';
	return { session: { name, value }, automation };
}

/** The table in Markdown, with the median of each figure. */
export function portalTable(screens: Screen[]): string {
	const columns: [string, (visits: Visit[]) => string][] = [
		['score', (visits) => middle(visits, 'score').toFixed(0)],
		['lowest and highest', (visits) => range(visits.map(({ score }) => score))],
		['first paint', (visits) => seconds(middle(visits, 'firstPaint'))],
		['largest paint', (visits) => seconds(middle(visits, 'largestPaint'))],
		['blocked', (visits) => `${middle(visits, 'blocked').toFixed(0)} ms`],
		['shift', (visits) => middle(visits, 'shift').toFixed(3)],
		['speed index', (visits) => seconds(middle(visits, 'speedIndex'))],
		['script', (visits) => `${(middle(visits, 'script') / 1000).toFixed(0)} kB`],
	];
	const lines = [
		['screen', ...columns.map(([head]) => head)],
		['---', ...columns.map(() => '---')],
		...screens.map(({ name, visits }) => [name, ...columns.map(([, figure]) => figure(visits))]),
	];
	const machine = middle(
		screens.flatMap(({ visits }) => visits),
		'machine',
	);
	return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n\n${CONDITIONS} ${machine.toFixed(0)}`;
}

const { throttling } = PHONE;
const CONDITIONS = [
	`Lighthouse ${VERSION}, mobile: CPU ${throttling.cpuSlowdownMultiplier} times slower, network simulated with`,
	`${throttling.rttMs} ms round trip and ${throttling.throughputKbps} kbit/s; the middle of the visits.`,
	'Speed of this machine by the measure of Lighthouse (benchmarkIndex):',
].join(' ');

function middle(visits: Visit[], figure: keyof Visit): number {
	const sorted = visits.map((visit) => visit[figure]).sort((a, b) => a - b);
	return sorted[sorted.length >> 1] ?? 0;
}

const range = (values: number[]) => `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
