import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jpeg } from '../../../server/src/testing/images.ts';
import { waitFor } from '../../../server/src/testing/wait.ts';
import { picture, startHttpCamera } from '../testing/http-camera.ts';
import { startOnvifCamera } from '../testing/onvif-camera.ts';
import { startPortal } from '../testing/portal.ts';
import { runBridge } from './bridge.ts';
import { Report } from './report.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-many-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A bridge in this process, on a queue folder of its own. */
async function start(name: string, server: string, cameras: object[], out: string[] = []) {
	const file = join(folder, `${name}.yaml`);
	await writeFile(file, JSON.stringify({ server, every: '1h', cameras }), { mode: 0o600 });
	const stop = new AbortController();
	const report = new Report({ write: (text) => out.push(text) }, false);
	const running = runBridge({ file, changes: false, report, signal: stop.signal }).catch((error: unknown) => {
		if (!stop.signal.aborted) throw error;
	});
	return async () => {
		stop.abort();
		await running;
	};
}

async function slowCamera() {
	const bytes = await jpeg(64, 48);
	let open = 0;
	const seen = { most: 0 };
	const camera = await startHttpCamera({
		answer: (_, response) => {
			seen.most = Math.max(seen.most, ++open);
			setTimeout(() => response.end(bytes, () => open--), 10);
		},
	});
	return { camera, seen };
}

test('two hundred cameras take turns, and each sends its picture', async () => {
	const portal = await startPortal();
	const { camera, seen } = await slowCamera();
	const cameras = Array.from({ length: 200 }, (_, n) => ({
		name: `c${n}`,
		key: `k${n}`,
		snapshot: camera.url,
	}));
	const out: string[] = [];
	const sending = () => out.filter((line) => line.endsWith(': sending\n'));
	const stop = await start('many', portal.url, cameras, out);
	try {
		await waitFor('a picture of each', () => sending().length === 200);
	} finally {
		await stop();
		await portal.stop();
		await camera.stop();
	}
	expect(seen.most).toBeGreaterThan(1);
	expect(seen.most).toBeLessThanOrEqual(24);
	expect(portal.most).toBeLessThanOrEqual(8);
	expect(out[0]).toContain('200 cameras to');
	expect(out[0]).toContain('up to 10000 pictures and 500 MB are kept');
	expect(portal.captures.size).toBe(200);
});

test('two bridges with the same camera give a picture the same name, so the server takes one', async () => {
	const portal = await startPortal();
	const { camera } = await slowCamera();
	const cameras = [{ name: 'door', key: 'k', snapshot: camera.url }];
	const stops = [await start('one', portal.url, cameras), await start('other', portal.url, cameras)];
	try {
		const names = await waitFor('both pictures', () => {
			const found = portal.captures.get('Bearer k') ?? [];
			return found.length === 2 && found;
		});
		expect(new Set(names).size).toBe(1);
	} finally {
		for (const stop of stops) await stop();
		await portal.stop();
		await camera.stop();
	}
});

test('many cameras of a hanging recorder delay no other camera', async () => {
	const portal = await startPortal();
	const { camera } = await slowCamera();
	const recorder = await startHttpCamera({ answer: () => {} });
	const hanging = Array.from({ length: 30 }, (_, n) => ({
		...{ name: `c${n}`, key: `k${n}`, snapshot: recorder.url },
		...{ user: 'admin', password: 'secret' },
	}));
	const healthy = { name: 'door', key: 'door', snapshot: camera.url };
	const stop = await start('recorder', portal.url, [...hanging, healthy]);
	try {
		await waitFor('the picture of the other camera', () => portal.captures.has('Bearer door'));
		// The recorder is still being asked for the first time.
		expect(recorder.requests).toBe(1);
	} finally {
		await stop();
		for (const one of [portal, camera, recorder]) await one.stop();
	}
});

test('a portal that redirects does not end a camera', async () => {
	const portal = await startPortal();
	portal.movedTo = 'https://portal.example.com';
	const { camera } = await slowCamera();
	const out: string[] = [];
	const stop = await start('moved', portal.url, [{ name: 'door', key: 'k', snapshot: camera.url }], out);
	try {
		await waitFor('the bridge to say so', () => out.some((line) => line.includes('portal.example.com now')));
		portal.movedTo = null;
		await waitFor('a picture', () => portal.captures.has('Bearer k'), { seen: () => out });
	} finally {
		await stop();
		for (const one of [portal, camera]) await one.stop();
	}
});

describe('a light', () => {
	const commands = 'WhiteLight|On WhiteLight|Off';
	let portal: Awaited<ReturnType<typeof startPortal>>;
	beforeEach(async () => {
		portal = await startPortal();
	});
	afterEach(() => portal.stop());

	test('that the account may not switch stops no picture', async () => {
		const onvif = await startOnvifCamera({ commands, viewOnly: true });
		const camera = await startHttpCamera({ answer: picture(await jpeg(64, 48)) });
		const access = { snapshot: camera.url, user: 'admin', password: 'secret', onvif: onvif.url };
		const stop = await start('view-only', portal.url, [{ name: 'door', key: 'k', every: '1s', ...access }]);
		try {
			await waitFor('the refusal', () => onvif.refused() > 0);
			const before = camera.requests;
			await waitFor('more pictures', () => camera.requests > before + 1);
			expect(onvif.refused()).toBe(1);
		} finally {
			await stop();
			for (const one of [onvif, camera]) await one.stop();
		}
	});

	test('tries no password that was refused for pictures', async () => {
		const onvif = await startOnvifCamera({ commands });
		const camera = await startHttpCamera({ protection: 'MD5', answer: () => {} });
		const access = { snapshot: camera.url, user: 'admin', password: 'wrong', onvif: onvif.url };
		const out: string[] = [];
		const stop = await start('wrong', portal.url, [{ name: 'door', key: 'k', ...access }], out);
		try {
			await waitFor('both to give up', () => out.some((line) => line.includes('the light could not')));
			expect([camera.attempts, onvif.refused()]).toEqual([1, 0]);
		} finally {
			await stop();
			for (const one of [onvif, camera]) await one.stop();
		}
	});
});
