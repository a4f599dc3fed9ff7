import { fileURLToPath } from 'node:url';
import { bringFfmpeg } from '../camera/src/sources/ffmpeg-program.ts';
import { bringChromium, bringPostgres, bringVlc } from './bring.ts';
import { scriptSizes } from './script-sizes.ts';
import { inProjects, playwright, quickSteps, step, tool, total, vitest } from './steps.ts';

const DIST = fileURLToPath(new URL('../portal/dist', import.meta.url));

// Everything the suites need is installed first: a machine may have only Node.js and npm.
let chromium: string | undefined;
const brought = [
	await step('PostgreSQL', async () => {
		await bringPostgres();
		return { passed: 0, failed: 0 };
	}),
	await step('ffmpeg and VLC', async () => {
		await bringFfmpeg(console.log);
		await bringVlc();
		return { passed: 0, failed: 0 };
	}),
	await step('Chromium', async () => {
		chromium = await bringChromium();
		return { passed: 0, failed: 0 };
	}),
];

/** What only `npm run test:all` runs, besides the long forms of the rest. */
const BEYOND = [
	['package', 'scripts/run.mjs', 'test:package'],
	['faults', 'scripts/run.mjs', 'faults', 'kills', '--mails', '500', '--kills', '10'],
	['attack', 'scripts/run.mjs', 'attack', 'nobody', 'guessing', 'tricks', 'input', 'oversize', 'dust'],
] as const;

const all = process.argv.includes('--all');
const unit = all ? ['unit', 'judge'] : ['unit'];
// The build keeps one core busy, and none of the quick checks needs it.
const quick = await Promise.all([portalBuild(), ...quickSteps(unit)]);
// Walks wait for pages and the server's tests for clocks, so one after the other would leave a third of the processor unused.
const [walks, rest] = await Promise.all([
	playwright('browser tests', chromium),
	components().then(async (counts) => [counts, await server()]),
]);
const counted = [...brought, ...quick, walks, ...rest];
for (const [name, ...command] of all ? BEYOND : [])
	counted.push(await tool(name, [[process.execPath, ...command]]));
const { passed, failed, failures, slow } = total(counted);

function server() {
	return all
		? vitest('server', inProjects(['postgres', 'pglite', 'pglite-rest']), {
				CRASH: 'all',
				LEDGER_OPERATIONS: '100000',
			})
		: vitest('server', inProjects(['postgres', 'pglite']));
}

function components() {
	const browser = chromium ? { CHROMIUM: chromium } : {};
	return vitest('component tests', ['-c', 'portal/vitest.config.ts'], browser);
}

/** Prints the sizes, so that growth is noticed. */
async function portalBuild() {
	const counts = await tool('portal build', [[process.execPath, 'scripts/run.mjs', 'build']]);
	if (counts.failed === 0) for (const line of scriptSizes(DIST)) console.log(`  ${line}`);
	return counts;
}

if (slow.length > 0) console.log(`\nLonger than 10 s:\n${slow.sort().reverse().join('\n')}`);
for (const failure of failures) console.log(`\n${failure}`);
// CI reads the last line.
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
