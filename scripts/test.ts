import { fileURLToPath } from 'node:url';
import { bringFfmpeg } from '../camera/src/sources/ffmpeg-program.ts';
import { bringChromium, bringPostgres, bringVlc } from './bring.ts';
import { scriptSizes } from './script-sizes.ts';
import { playwright, quickSteps, step, tool, total, vitest } from './steps.ts';

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

const {
	passed,
	failed,
	failures = [],
	flaky = [],
} = total([
	...brought,
	...(await Promise.all([portalBuild(), ...quickSteps.map((quick) => quick())])),
	await vitest('server, both databases', ['pglite', 'postgres'], true),
	await playwright('browser tests', chromium),
]);

/** Prints the sizes, so that growth is noticed. */
async function portalBuild() {
	const counts = await tool('portal build', [[process.execPath, 'scripts/run.mjs', 'build']]);
	if (counts.failed === 0) for (const line of scriptSizes(DIST)) console.log(`  ${line}`);
	return counts;
}

for (const one of flaky)
	console.log(`\nFailed once, and passed when its file was repeated. This is a bug to mend:\n${one}`);
for (const failure of failures) console.log(`\n${failure}`);
// CI reads the last line.
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
