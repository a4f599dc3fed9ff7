import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { describedRoutes, type Schema } from './described.ts';
import { generator } from './input.ts';
import { MainThread } from './main-thread.ts';
import { ATTACKER, type Attack, runsEnded, send } from './target.ts';

/** A little less than the limits of the server, for what stands around it. */
const BODY_BYTES = 98_000;
const LARGER: Record<string, number> = { '/api/automations/{id}/try': 2_000_000 };
const QUERY_CHARACTERS = 1000;
const SHOWN = 12;

/** A usual value, and the same with one text or list in it as large as the body may be. */
interface Filled {
	usual: unknown;
	larger: unknown[];
}

const marks = (bytes: number) => '\u0323\u0301'.repeat(Math.floor(bytes / 4));

function filler(schemas: Record<string, Schema>, usual: (schema: Schema) => unknown, bytes: number) {
	const fill = (schema: Schema, depth = 0): Filled => {
		if (depth > 8) return { usual: null, larger: [] };
		if (schema.$ref) return fill(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1);
		const either = schema.anyOf ?? schema.oneOf;
		if (either) {
			const parts = either.map((part) => fill(part, depth + 1));
			return { usual: parts[0]?.usual, larger: parts.flatMap(({ larger }) => larger) };
		}
		const type = [schema.type].flat()[0];
		if (type === 'object') {
			const fields = Object.entries(schema.properties ?? {}).map(
				([name, field]) => [name, fill(field, depth + 1)] as const,
			);
			const whole = Object.fromEntries(fields.map(([name, field]) => [name, field.usual]));
			return {
				usual: whole,
				larger: fields.flatMap(([name, { larger }]) => larger.map((one) => ({ ...whole, [name]: one }))),
			};
		}
		if (type === 'array') {
			const item = fill(schema.items ?? {}, depth + 1);
			const many = (one: unknown) =>
				Array(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(one) ?? '') + 1))).fill(one);
			return { usual: [item.usual], larger: [many(item.usual), many(0), ...item.larger.map((one) => [one])] };
		}
		if (type !== 'string' || schema.enum || 'const' in schema) return { usual: usual(schema), larger: [] };
		const allowed = schema.maxLength ? [marks(4 * Math.floor(schema.maxLength / 2))] : [];
		return { usual: usual(schema), larger: [marks(bytes), 'x'.repeat(bytes), ...allowed] };
	};
	return fill;
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
		const fill = filler(schemas, make.usual, LARGER[path] ?? BODY_BYTES);
		for (const body of schema ? fill(schema).larger : []) await ask(route, method, at, body);
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
