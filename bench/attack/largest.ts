import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { describedRoutes } from './described.ts';
import { generator } from './input.ts';
import { MainThread } from './main-thread.ts';
import { ATTACKER, type Attack, runsEnded, send } from './target.ts';

/** A little less than the limits of the server, for what stands around it. */
const BODY_BYTES = 98_000;
const LARGER: Record<string, number> = { '/api/automations/{id}/try': 2_000_000 };
const QUERY_CHARACTERS = 1000;
const SHOWN = 12;

const marks = (bytes: number) => '\u0323\u0301'.repeat(Math.floor(bytes / 4));

/** A usual value with one text or list in it as large as the body may be, for each of its texts and lists. */
function larger(usual: unknown, bytes: number): unknown[] {
	if (typeof usual === 'string') return [marks(bytes), 'x'.repeat(bytes), marks(1000)];
	if (Array.isArray(usual)) {
		const [first] = usual;
		const many = (one: unknown) =>
			Array(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(one) ?? '') + 1))).fill(one);
		return [many(first ?? 0), many(0), ...larger(first, bytes).map((one) => [one])];
	}
	if (typeof usual !== 'object' || usual === null) return [];
	return Object.entries(usual).flatMap(([name, value]) =>
		larger(value, bytes).map((one) => ({ ...usual, [name]: one })),
	);
}

/** Every route with each of its texts and lists as large as its body may be, one at a time; the largest picture and mail. */
export const largest: Attack = async (target) => {
	const { operations, schemas } = await describedRoutes(target);
	const make = generator(1, schemas, [target.device, target.automation]);
	const thread = await MainThread.of(target);
	const took = new Map<string, number>();
	const wrong: string[] = [];
	let requests = 0;
	const ask = async (route: string, method: string, path: string, body?: unknown) => {
		const ms = await thread.measure(route, async () => {
			requests++;
			const { status } = await send(target, method.toUpperCase(), path, body, target.headers).catch(() => ({
				status: 0,
			}));
			if (status >= 500 || status === 0) wrong.push(`${route}: ${status}`);
		});
		took.set(route, Math.max(took.get(route) ?? 0, ms));
	};
	for (const { path, method, operation } of operations) {
		const id = path.includes('/devices/') ? target.device : target.automation;
		const at = path.replace(/\{\w+\}/g, id);
		const route = `${method.toUpperCase()} ${path}`;
		const schema = operation.requestBody?.content['application/json']?.schema;
		const usual = schema && make.complete(schema);
		for (const body of larger(usual, LARGER[path] ?? BODY_BYTES)) await ask(route, method, at, body);
		if (method !== 'get') continue;
		await ask(route, method, at);
		for (const { name, in: where } of operation.parameters ?? [])
			if (where === 'query')
				await ask(route, method, `${at}?${name}=${encodeURIComponent(marks(2 * QUERY_CHARACTERS))}`);
	}
	await thread.measure('a picture of 10 MB', async () => {
		const raw = { width: 1800, height: 1800, channels: 3 as const };
		const body = await sharp(randomBytes(1800 * 1800 * 3), { raw })
			.png({ compressionLevel: 0 })
			.toBuffer();
		const headers = { authorization: `Bearer ${target.deviceKey}` };
		await fetch(`${target.url}/api/captures`, { method: 'POST', body: new Uint8Array(body), headers });
		await runsEnded(target, 60_000);
	});
	let mails = 0;
	await thread.measure('a mail of 20 MB', async () => {
		const client = await connectSmtp(target.smtpPort, { localAddress: ATTACKER });
		const text = 'All work and no play makes a dull mail.\r\n'.repeat(500_000);
		await client.send(
			'ann@customers.example',
			target.address,
			`Message-ID: <largest-${mails++}@x>\r\n\r\n${text}`,
		);
		client.close();
		await runsEnded(target, 60_000);
	});
	for (const [route, ms] of [...took].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN))
		console.log(`  ${String(ms).padStart(4)} ms ${route}`);
	const { what, ms } = thread.most;
	return {
		got: `${requests} requests to ${operations.length} routes: at most ${ms} ms of the main thread (${what})`,
		wrong: [...new Set([...wrong, ...thread.wrong])],
	};
};
