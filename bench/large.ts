/** `--only interaction`: a large account in the portal, on a phone and on a laptop with a slowed-down CPU. */
import { LIMIT_MS, type Measured, measureInteractions } from './interaction.ts';
import { startLargeAccount } from './large-account.ts';
import { launchBrowser } from './tab.ts';
import { measureMemory, type TabMemory, type Weight } from './tab-memory.ts';

/** Runs of the account, besides its 1,000 automations and 100 devices. */
const RUNS = 100_000;

interface Wishes {
	/** How often each interaction is done; 0 skips them. */
	times: number;
	/** Screens of the portal; all if empty. */
	screens: string[];
	/** How many runs are announced to an open tab; 0 skips its memory. */
	updates: number;
	say(line: string): void;
}

export async function measureLarge(cluster: string, picture: Buffer, wishes: Wishes): Promise<string> {
	const account = await startLargeAccount(cluster, RUNS, picture);
	try {
		const browser = await launchBrowser();
		const { times, updates, say } = wishes;
		const interactions = times > 0 ? await measureInteractions(browser, account, wishes) : [];
		const tabs = updates > 0 ? await measureMemory(browser, account, updates, say) : [];
		await browser.close();
		return [interactionTable(interactions), memoryTable(tabs)].filter(Boolean).join('\n\n');
	} finally {
		await account.close();
	}
}

const table = (lines: string[][]) =>
	lines.length > 2 ? lines.map((line) => `| ${line.join(' | ')} |`).join('\n') : '';

const interactionTable = (measured: Measured[]) =>
	table([
		['', 'screen', 'interaction', 'worst', 'median', ''],
		['---', '---', '---', '---', '---', '---'],
		...measured.map(({ on, screen, what, worst, median }) => [
			on,
			screen,
			what,
			`${worst} ms`,
			`${median} ms`,
			worst > LIMIT_MS ? `over ${LIMIT_MS} ms` : '',
		]),
	]);

const memoryTable = (tabs: TabMemory[]) =>
	table([
		['tab left open on', 'heap in MB', 'nodes', 'listeners', ''],
		['---', '---', '---', '---', '---'],
		...tabs.map(({ tab, weights, isFlat }) => {
			const each = (kind: keyof Weight, digits = 0) =>
				weights.map((weight) => weight[kind].toFixed(digits)).join(' ');
			return [tab, each('megabytes', 1), each('nodes'), each('listeners'), isFlat ? 'flat' : 'grows'];
		}),
	]);
