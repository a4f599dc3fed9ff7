/** Lighthouse, which loads a page as a phone would and reports what the user sees and when. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { bringChromium } from '../scripts/bring.ts';
import { freePort } from '../scripts/postgres.ts';

export const VERSION = '13.5.0';
const HOME = fileURLToPath(new URL('../.tools/lighthouse', import.meta.url));

/** Lighthouse's mid-range phone on slow 4G: its own defaults, written here so that they cannot change. */
export const PHONE = {
	formFactor: 'mobile',
	screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75, disabled: false },
	throttlingMethod: 'simulate',
	throttling: {
		rttMs: 150,
		throughputKbps: 1638.4,
		cpuSlowdownMultiplier: 4,
		requestLatencyMs: 562.5,
		downloadThroughputKbps: 1474.56,
		uploadThroughputKbps: 675,
	},
} as const;

interface Audit {
	numericValue?: number;
	details?: { items?: { resourceType?: string; transferSize?: number }[] };
}

/** The part of a report that is read here. */
interface Report {
	runtimeError?: { message: string };
	categories: { performance: { score: number | null } };
	audits: Record<string, Audit>;
	environment: { benchmarkIndex: number };
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

/** The figures of one visit: times in milliseconds, the score from 0 to 100. */
export interface Visit {
	score: number;
	firstPaint: number;
	largestPaint: number;
	blocked: number;
	shift: number;
	speedIndex: number;
	/** Bytes of script over the network, compressed. */
	script: number;
	/** The speed of this machine by Lighthouse's own measure, without the slowdown. */
	machine: number;
}

/** A browser for visits. Each one starts with an empty cache; cookies stay. */
export async function openPhone() {
	const { default: lighthouse } = await bringLighthouse();
	const port = await freePort();
	const executablePath = process.env.CHROMIUM ?? (await bringChromium());
	const browser = await chromium.launch({
		...(executablePath && { executablePath }),
		args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-background-networking'],
	});

	async function visit(url: string): Promise<Visit> {
		const settings = { ...PHONE, port, onlyCategories: ['performance'], logLevel: 'error' };
		const report = (await lighthouse(url, settings))?.lhr;
		const score = report?.categories.performance.score ?? null;
		if (!report || report.runtimeError || score === null)
			throw new Error(`Lighthouse could not measure ${url}: ${report?.runtimeError?.message ?? 'no score'}`);
		const figure = (audit: string) => report.audits[audit]?.numericValue ?? 0;
		const requests = report.audits['network-requests']?.details?.items ?? [];
		const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
		return {
			score: score * 100,
			firstPaint: figure('first-contentful-paint'),
			largestPaint: figure('largest-contentful-paint'),
			blocked: figure('total-blocking-time'),
			shift: figure('cumulative-layout-shift'),
			speedIndex: figure('speed-index'),
			script: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
			machine: report.environment.benchmarkIndex,
		};
	}

	/** Gives the browser a cookie, so that the next visits are those of a customer. */
	async function setCookie(url: string, name: string, value: string): Promise<void> {
		const session = await browser.newBrowserCDPSession();
		await session.send('Storage.setCookies', { cookies: [{ name, value, url, httpOnly: true }] });
		await session.detach();
	}

	return { visit, setCookie, close: () => browser.close() };
}

/** Installed when needed: its 117 packages take 180 MB, and nothing else uses them. */
async function bringLighthouse(): Promise<{ default: Lighthouse }> {
	const main = join(HOME, VERSION, 'node_modules/lighthouse/core/index.js');
	if (!existsSync(main)) {
		process.stderr.write(`Bringing Lighthouse ${VERSION} from npm ...\n`);
		const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
		await promisify(execFile)('npm', [
			'install',
			'--prefix',
			join(HOME, VERSION),
			...options,
			`lighthouse@${VERSION}`,
		]);
	}
	return import(pathToFileURL(main).href);
}
