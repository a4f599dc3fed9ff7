import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KnownSettings } from './known-settings.ts';

const said = {
	desc: '',
	capture_window_start: '00:00',
	capture_window_end: '23:59',
	light_window_start: '18:00',
	light_window_end: '06:00',
	_zone: 'UTC',
	_utcOffset: 0,
	burst: 2,
	serverTime: new Date().toISOString(),
};

test('settings that cannot be written still apply, and are written later', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-settings-'));
	try {
		const home = join(folder, 'home');
		await writeFile(home, 'in the way');
		const settings = new KnownSettings(join(home, 'settings.json'));
		await settings.learn(said);
		expect(settings.burst).toBe(2);
		await rm(home);
		await settings.learn(said);
		const restarted = new KnownSettings(join(home, 'settings.json'));
		await restarted.load();
		expect(restarted.burst).toBe(2);
	} finally {
		await rm(folder, { recursive: true });
	}
});
