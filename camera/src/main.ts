/** npm run camera: a camera device in the terminal. */

import { outliveClosedPipe } from '../../server/src/base/closed-pipe.ts';
import { commandLine } from '../../server/src/base/release.ts';
import { trustOwnCertificate } from '../../server/src/lan/certificate.ts';
import { BadSettings } from '../../server/src/settings/environment.ts';
import { readSettings } from '../../server/src/settings.ts';
import { BadUsage, readArguments, USAGE, type Wanted, type WantedBridge } from './arguments.ts';
import { runBridge } from './bridge/bridge.ts';
import { Report } from './bridge/report.ts';
import { demoDevice } from './demo-device.ts';
import { findCameras } from './find.ts';
import { drawn, fromFolder } from './pictures.ts';
import { Problem } from './problem.ts';
import { claim } from './server.ts';
import { untilAnswered, watch } from './watch.ts';

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(wanted: Wanted, signal: AbortSignal): Promise<void> {
	const { by, everyMs, count, name } = wanted;
	const { dataDir, http } = readSettings();
	const take = wanted.images ? await fromFolder(wanted.images) : drawn(wanted.place, everyMs);
	await trustOwnCertificate(dataDir);

	const pair = async (url: string, code: string) => {
		const { deviceKey, deviceId } = await untilAnswered(() => claim(url, code, name), print, signal);
		print(`Paired with ${url} as "${name}" (${deviceId}).`);
		return { url, key: deviceKey };
	};
	const url = wanted.url ?? `http://localhost:${http.port}`;
	const device =
		by === 'demo'
			? await demoDevice(dataDir, (address, code) => pair(wanted.url ?? address, code))
			: 'code' in by
				? await pair(url, by.code)
				: { url, key: by.key };
	if (by !== 'demo' && 'code' in by) {
		print(`To go on with this device later: ${commandLine('camera')} --key ${device.key}`);
	}
	print(`A picture every ${everyMs / 1000} s to ${device.url}. Ctrl-C ends it.`);
	await watch({ ...device, take, everyMs, count, print, signal });
}

async function bridge(wanted: WantedBridge, signal: AbortSignal): Promise<void> {
	const { config: file, changes, json, find, probes } = wanted;
	const { dataDir, http } = readSettings();
	await trustOwnCertificate(dataDir);
	if (find) {
		const server = wanted.url ?? `http://localhost:${http.port}`;
		return findCameras({ file, server, targets: probes, print, signal });
	}
	const report = new Report(process.stdout, json);
	await runBridge({ file, changes, report, signal }).finally(() => report.close());
}

async function run(argv: string[]): Promise<number> {
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
	try {
		const wanted = readArguments(argv);
		if (wanted === 'help') print(USAGE);
		else if ('config' in wanted) await bridge(wanted, stop.signal);
		else await main(wanted, stop.signal);
		return 0;
	} catch (error) {
		if (stop.signal.aborted) {
			print('Stopped.');
			return 0;
		}
		if (!(error instanceof Problem || error instanceof BadSettings)) throw error;
		process.stderr.write(`${error.message}\n${error instanceof BadUsage ? `\n${USAGE}\n` : ''}`);
		return 1;
	}
}

outliveClosedPipe();
process.exitCode = await run(process.argv.slice(2));
