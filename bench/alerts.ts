/**
 * One day of three cameras with notifications: at every capture, only at the beginning, and without judging pictures that show
 * nothing new.
 */
import { createHash } from 'node:crypto';
import http from 'node:http';
import pg from 'pg';
import sharp from 'sharp';
import { sendCapture } from './load.ts';
import { setStage, type Where } from './stage.ts';

const CAPTURES = 2880;
const VARIANTS = 8;
const EVERY_MS = 30_000;

/** What each camera sees, as ranges of captures that show something: [first, how many]. */
const DAYS: [first: number, count: number][][] = [
	// A porch: six visitors of two minutes, and a parcel that stays outside for an hour.
	[...Array.from({ length: 6 }, (_, n): [number, number] => [200 + n * 400, 4]), [2700, 120]],
	// A driveway: a car parked twice for two hours, ten that pass.
	[[300, 240], [1500, 240], ...Array.from({ length: 10 }, (_, n): [number, number] => [600 + n * 70, 2])],
	// A garden: a cat five times, and twenty single captures with a wrong verdict.
	[
		...Array.from({ length: 5 }, (_, n): [number, number] => [250 + n * 500, 6]),
		...Array.from({ length: 20 }, (_, n): [number, number] => [100 + n * 131, 1]),
	],
];

const WAYS = {
	'at every capture': {},
	'when it begins': { _tell: 'begin' },
	'when two agree that it begins': { _tell: 'begin', _tellTwice: true },
	'when it begins, nothing new not judged': { _tell: 'begin', _skipSame: true },
} as const;

export async function measureAlerts(where: Where) {
	const pictures = await Promise.all(
		DAYS.map((_, camera) => Promise.all([draw(camera, false), draw(camera, true)])),
	);
	const met = new Set(pictures.flatMap(([, something = []]) => something.map(hashOf)));
	const found: { way: string; mails: number; asked: number; credits: number; seconds: number }[] = [];
	for (const [way, settings] of Object.entries(WAYS)) {
		const stage = await setStage(where, {
			verdictOf: (base64) => (met.has(base64Hash(base64)) ? 'met' : 'not met'),
			env: { ALERT_LATE_MINUTES: '1440', MAILS_SENT_PER_HOUR: '100000' },
		});
		const began = performance.now();
		await configure(stage.databaseUrl, settings);
		await day(stage.captures, stage.keys, pictures);
		await stage.ended(DAYS.length * CAPTURES);
		const credits = await chargedCredits(stage.databaseUrl);
		const seconds = (performance.now() - began) / 1000;
		found.push({ way, mails: stage.sink.received.size, asked: stage.model.count.asked, credits, seconds });
		process.stderr.write(`        ${way}: ${seconds.toFixed(0)} s\n`);
		await stage.close();
	}
	return found;
}

/** Every camera sends its captures one after the other; the newest was taken just now. */
async function day(url: string, keys: string[], pictures: Buffer[][][]): Promise<void> {
	const agent = new http.Agent({ keepAlive: true });
	const first = Date.now() - (CAPTURES - 1) * (EVERY_MS - 100);
	await Promise.all(
		DAYS.map(async (stretches, camera) => {
			for (let n = 0; n < CAPTURES; n++) {
				const something = stretches.some(([from, count]) => n >= from && n < from + count);
				const bytes = pictures[camera]?.[something ? 1 : 0]?.[n % VARIANTS] ?? Buffer.alloc(0);
				const at = new Date(first + n * (EVERY_MS - 100)).toISOString();
				await sendCapture(agent, url, keys[camera] ?? '', bytes, { 'x-captured-at': at });
			}
		}),
	);
	agent.destroy();
}

/** The same view with different noise in each; with or without an object that stays in the same place. */
function draw(camera: number, something: boolean): Promise<Buffer[]> {
	return Promise.all(
		Array.from({ length: VARIANTS }, async () => {
			const noise = { type: 'gaussian', mean: 90 + camera * 20, sigma: 12 } as const;
			const ground = sharp({ create: { width: 640, height: 480, channels: 3, background: '#000', noise } });
			const wall = { create: { width: 300, height: 200, channels: 3, background: '#d8cfc0' } } as const;
			const thing = { create: { width: 90, height: 160, channels: 3, background: '#202a3a' } } as const;
			const parts = [{ input: wall, left: 20, top: 20 }];
			if (something) parts.push({ input: thing as never, left: 400, top: 260 });
			return ground.composite(parts).jpeg({ quality: 80 }).toBuffer();
		}),
	);
}

const hashOf = (bytes: Buffer) => base64Hash(bytes.toString('base64'));
const base64Hash = (base64: string) => createHash('sha1').update(base64).digest('hex');

/** Sets the automations of the first cameras, and gives each device two others first, so that these are not free of charge. */
async function configure(url: string, settings: Record<string, unknown>): Promise<void> {
	await asking(url, async (client) => {
		const changes = Object.entries(settings).map(([name, value]) => `"${name}" = '${value}'`);
		if (changes.length > 0) await client.query(`update automations set ${changes.join(', ')}`);
		for (const n of [1, 2])
			await client.query(`insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited,
				"_limitSchedule", trigger_device_type, action_prompt, "trigger_device_deviceID", _paused, created_at)
				select substr(md5(id || ${n}), 1, 20), 'Free', _owner, 'capture', '{}', 'save', false, '{}', 'conditional', '',
				"trigger_device_deviceID", true, created_at - interval '${n} hours'
				from automations where "trigger_device_deviceID" is not null and _name = 'Bench'`);
	});
}

const chargedCredits = (url: string) =>
	asking(url, async (client) => {
		const { rows } = await client.query(
			`select -coalesce(sum(credits), 0) as credits from ledger_entries where kind = 'charge'`,
		);
		return Number(rows[0].credits);
	});

async function asking<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client(url);
	await client.connect();
	return act(client).finally(() => client.end());
}
