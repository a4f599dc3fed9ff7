/** The Runs screen in a real browser with 100,000 runs in the embedded database: waiting times, and the size of the page. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { openEmbedded } from '../server/src/adapters/database/pglite.ts';
import { seedAutomations, seedRuns } from './seed-runs.ts';

const RUNS = Number(process.argv[2] ?? 100_000);
const REPEATS = 7;
const WHO = { email: 'bench@example.com', password: 'quite long enough' };
const FLAGS = ['--disable-warning=ExperimentalWarning'];
const program = (path: string) => fileURLToPath(import.meta.resolve(path));
const folder = await mkdtemp(join(tmpdir(), 'watchword-bench-'));
const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', SMTP_PORT: '0', DEMO: 'none' };

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
	const child = spawn(process.execPath, [...FLAGS, program('../server/dist/main.mjs')], {
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	for await (const line of createInterface({ input: child.stdout })) {
		if (line.includes('"msg":"ready"')) return { child, url: (JSON.parse(line) as { url: string }).url };
	}
	throw new Error('the server did not start');
}

async function stop(child: ChildProcess): Promise<void> {
	child.kill('SIGTERM');
	await once(child, 'exit');
}

async function seed(): Promise<void> {
	const { child } = await startServer();
	const args = ['user', 'add', '--email', WHO.email, '--name', 'Bench', '--password', WHO.password];
	await promisify(execFile)(process.execPath, [...FLAGS, program('../server/dist/admin.mjs'), ...args], {
		env,
	});
	await stop(child);
	const { db, close } = await openEmbedded(folder);
	const { rows } = await db.execute(`select id from users where email = '${WHO.email}'`);
	const uid = String(rows[0]?.id);
	await seedAutomations(db, uid);
	await seedRuns(db, uid, 0, RUNS);
	await close();
}

/** The median of several waits, in milliseconds; `before` is not counted. */
async function median(
	act: (n: number) => Promise<unknown>,
	before?: () => Promise<unknown>,
): Promise<number> {
	const times: number[] = [];
	for (let n = 0; n < REPEATS; n++) {
		await before?.();
		const began = performance.now();
		await act(n);
		times.push(performance.now() - began);
	}
	return Math.round(times.sort((a, b) => a - b)[REPEATS >> 1] ?? 0);
}

async function weigh(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send('HeapProfiler.collectGarbage');
	const heap = await session.send('Runtime.getHeapUsage');
	const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
	const cards = await page.locator('[data-run]').count();
	return `${cards} cards, ${nodes} elements, ${(heap.usedSize / 1e6).toFixed(1)} MB of script heap`;
}

console.log(`Seeding ${RUNS} runs ...`);
await seed();
const { child, url } = await startServer();
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const browser = await chromium.launch({
	...(executablePath && { executablePath }),
	args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } });
await page.request.post('/api/auth/sign-in/email', { data: WHO });
for (const tour of ['mainTour', 'automationsTour'])
	await page.request.post('/api/users/me/tours', { data: { tour } });

const cards = page.locator('[data-run]');
const firstCard = () => cards.first().waitFor();
const settled = async (asked: string, change: () => Promise<unknown>) => {
	const answered = page.waitForResponse((response) => response.url().includes(`${asked}=`));
	await change();
	await answered;
	await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
};
const home = async () => {
	await page.goto('/app/runs');
	await firstCard();
};

const waits: Record<string, string> = {};
const note = (what: string, ms: number) => {
	waits[what] = `${ms} ms`;
};
note('address to first card', await median(() => home()));
const weight = await weigh(page);
note(
	'Help to Runs, to first card',
	await median(
		async () => {
			await page.getByRole('link', { name: 'Runs', exact: true }).click();
			await firstCard();
		},
		async () => {
			await page.getByRole('link', { name: 'Help', exact: true }).click();
			await page.getByRole('heading', { name: 'Help' }).waitFor();
		},
	),
);
note(
	'next page',
	await median(async (n) => {
		await settled('cursor', () =>
			page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
		);
		await page.locator(`[aria-posinset="${51 + n * 50}"]`).waitFor({ state: 'attached' });
	}),
);
const outcomes = ['failed', 'not-met', 'skipped', 'done'];
note(
	'filter by outcome',
	await median(
		(n) =>
			settled('outcome', () => page.getByLabel('Outcome').selectOption(outcomes[n % outcomes.length] ?? '')),
		home,
	),
);
note(
	'filter by automation',
	await median(
		(n) => settled('automation', () => page.getByLabel('Automation').selectOption(`Automation ${n + 1}`)),
		home,
	),
);
for (const [words, how] of [
	['person', 'in half'],
	['invoice', 'in 1 of 100'],
	['order 7777', 'in a few'],
] as const) {
	note(
		`search, a word ${how} (250 ms of it are waited for typing)`,
		await median(() => settled('search', () => page.getByLabel('Search runs').fill(words)), home),
	);
}
await home();
const pages = 40;
const began = performance.now();
for (let n = 1; n <= pages; n++) {
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
	await page.locator(`[aria-posinset="${n * 50 + 1}"]`).waitFor({ state: 'attached' });
}
note(`scrolling through ${pages} pages`, Math.round(performance.now() - began));
console.table(waits);
console.log(`At the top: ${weight}`);
console.log(`After ${pages} pages: ${await weigh(page)}`);
await browser.close();
await stop(child);
await rm(folder, { recursive: true, force: true });
