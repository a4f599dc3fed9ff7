/** Whether an open tab needs more and more memory while the server announces changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { LargeAccount } from './large-account.ts';
import { Tab } from './tab.ts';

const HOUR_MS = 60 * 60_000;
/** An hour passes in this time: longer waits in the tab are shortened by the same factor. */
const LAPSE_MS = 2 * 60_000;
const MOMENT_MS = 5_000;
const SAMPLES = 8;
/** The average number of runs that a capture triggers. */
const RUNS_A_CAPTURE = 10 / 3;
/** A smaller share than this is noise of the measurement. */
const FLAT = 0.03;

const TABS = {
	Dashboard: { path: '/app/dashboard', scrollTo: 0 },
	Runs: { path: '/app/runs', scrollTo: 0 },
	'Runs, scrolled down': { path: '/app/runs', scrollTo: 2_000 },
	Devices: { path: '/app/devices', scrollTo: 0 },
};

export interface Weight {
	/** The memory of the portal's own data, without compiled code and what the browser records for measuring. */
	megabytes: number;
	nodes: number;
	listeners: number;
}
export interface TabMemory {
	tab: string;
	weights: Weight[];
	isFlat: boolean;
}

export async function measureMemory(
	browser: Browser,
	{ url, capture, settled }: LargeAccount,
	updates: number,
	tell: (line: string) => void,
): Promise<TabMemory[]> {
	const tabs: { tab: string; open: Tab; weights: Weight[] }[] = [];
	for (const [tab, { path, scrollTo }] of Object.entries(TABS)) {
		const open = await Tab.open(browser, url, 'laptop', 1);
		await open.page.addInitScript(hastenWaits, { times: HOUR_MS / LAPSE_MS, longerThan: MOMENT_MS });
		await open.devtools.send('Performance.enable');
		await open.goto(path, (page) => page.getByRole('main').getByRole('listitem'));
		await open.page.evaluate((top) => window.scrollTo(0, top), scrollTo);
		tabs.push({ tab, open, weights: [] });
	}
	const captures = Math.ceil(updates / RUNS_A_CAPTURE / SAMPLES);
	for (let sample = 0; sample <= SAMPLES; sample++) {
		if (sample > 0) {
			const until = Date.now() + LAPSE_MS / SAMPLES;
			await capture(captures);
			await settled();
			await sleep(Math.max(0, until - Date.now()));
		}
		for (const { tab, open, weights } of tabs) {
			await open.quiet();
			const weight = await weigh(open);
			weights.push(weight);
			const { megabytes, nodes, listeners } = weight;
			tell(
				`${tab}, ${sample} of ${SAMPLES}: ${megabytes.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners`,
			);
		}
	}
	for (const { open } of tabs) await open.close();
	return tabs.map(({ tab, weights }) => ({ tab, weights, isFlat: isFlat(weights) }));
}

async function weigh({ devtools }: Tab): Promise<Weight> {
	await devtools.send('HeapProfiler.collectGarbage');
	const { metrics } = await devtools.send('Performance.getMetrics');
	const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
	return {
		megabytes: (await bytesKept(devtools)) / 1e6,
		nodes: value('Nodes'),
		listeners: value('JSEventListeners'),
	};
}

const NOT_KEPT = ['native', 'code', 'synthetic'];

interface Snapshot {
	snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
	/** The fields of all nodes, one after the other. */
	nodes: number[];
}

/** A snapshot of the heap, which the browser takes after collecting garbage. */
async function bytesKept(devtools: Tab['devtools']): Promise<number> {
	const chunks: string[] = [];
	const add = ({ chunk }: { chunk: string }) => chunks.push(chunk);
	devtools.on('HeapProfiler.addHeapSnapshotChunk', add);
	await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
	devtools.off('HeapProfiler.addHeapSnapshotChunk', add);
	const { snapshot, nodes }: Snapshot = JSON.parse(chunks.join(''));
	const { node_fields: fields, node_types } = snapshot.meta;
	const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
	let kept = 0;
	for (let at = 0; at < nodes.length; at += fields.length) {
		const name = node_types[0][nodes[at + type] ?? 0] ?? '';
		if (!NOT_KEPT.includes(name)) kept += nodes[at + size] ?? 0;
	}
	return kept;
}

/** Compares the end with the time when the caches were full: a third of the way. */
function isFlat(weights: Weight[]): boolean {
	const [then, end] = [weights[Math.ceil(SAMPLES / 3)], weights.at(-1)];
	if (!then || !end) return false;
	return (['megabytes', 'nodes', 'listeners'] as const).every((kind) => end[kind] <= then[kind] * (1 + FLAT));
}

/** Runs in the page: an hour's timers in two minutes, such as those that release unused data. */
function hastenWaits({ times, longerThan }: { times: number; longerThan: number }) {
	const hasten = (wait: typeof setTimeout) =>
		((act: TimerHandler, ms = 0, ...rest: unknown[]) =>
			wait(act, ms > longerThan ? ms / times : ms, ...rest)) as typeof setTimeout;
	window.setTimeout = hasten(window.setTimeout.bind(window) as typeof setTimeout);
	window.setInterval = hasten(window.setInterval.bind(window) as unknown as typeof setTimeout) as never;
}
