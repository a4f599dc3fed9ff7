import type { Zone } from '@watchword/contract/zone';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ModelFailure } from '../../base/failures.ts';
import type { Question } from '../../ports/model.ts';
import { jpeg } from '../../testing/images.ts';
import {
	KEY,
	type ModelServer,
	openWith,
	QUESTION,
	sendJson,
	startModelServer,
	WIRES,
	type Wire,
} from '../../testing/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
	server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
	server.asked = [];
});

const answer = JSON.stringify({
	evidence: 'A person stands at the gate.',
	verdict: 'met',
	information: 'Someone is there.',
	email_subject: '',
	email_html: '',
});
const never = new AbortController().signal;

const open = (kind: Wire, more?: Record<string, string>) => openWith(server, kind, more);

async function question(): Promise<Question> {
	const bytes = await sharp(await jpeg(2000, 1000))
		.png()
		.toBuffer();
	return { ...QUESTION, images: [{ contentType: 'image/png', bytes }] };
}

test('zones are drawn on the picture that is sent, and what it must not look at is covered', async () => {
	server.respond = (response) => sendJson(response, 200, WIRES['openai-compatible'].says(answer));
	const asked = await question();
	const bytes = await jpeg(800, 400);
	const points = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => ({ x: y === 0.25 ? x : 1 - x, y })));
	const zones: Zone[] = [{ name: 'street', points, use: 'never', ratio: 2 }];
	const sent = async (ratio: number) => {
		const image = { contentType: 'image/jpeg', bytes, longestSide: 800, ratio };
		const model = await open('openai-compatible');
		const reply = await model.ask(
			{ ...asked, images: [image], parts: { ...asked.parts, surroundings: { zones } } },
			null,
			never,
		);
		const url = /data:image\/jpeg;base64,([^"]+)/.exec(JSON.stringify(server.asked.at(-1)?.body))?.[1] ?? '';
		return { reply, picture: Buffer.from(url, 'base64') };
	};
	const { reply, picture } = await sent(2);
	expect(reply.zones).toEqual(zones);
	const part = { left: 300, top: 150, width: 200, height: 100 };
	const middle = await sharp(await sharp(picture).extract(part).png().toBuffer()).stats();
	expect(middle.channels.map(({ mean, stdev }) => [Math.round(mean), Math.round(stdev)])).toEqual([
		[128, 0],
		[128, 0],
		[128, 0],
	]);
	// On a picture of another shape the zone would be somewhere else: it goes as it is, and the text says so.
	const turned = await sent(0.5);
	expect(turned.picture.equals(bytes)).toBe(true);
	expect(turned.reply.zones).toEqual([]);
});

describe.each(Object.keys(WIRES) as Wire[])('%s', (kind) => {
	const wire = WIRES[kind];
	const says = (text: string, finish?: string) => {
		server.respond = (response) => sendJson(response, 200, wire.says(text, finish));
	};

	test('writes JSON for instructions, and fails like a question', async () => {
		says('Here it is:\n```json\n{"is":"every"}\n```');
		const { writeJson } = await open(kind);
		expect(await writeJson?.('Write a condition.', 'Every mail', never)).toBe('{"is":"every"}');
		const sent = JSON.stringify(server.asked.at(-1)?.body);
		expect(sent).toContain('Write a condition.');
		expect(sent).toContain('Every mail');
		expect(sent).not.toContain('verdict');
		server.respond = (response) => sendJson(response, 500, {});
		await expect(writeJson?.('Write a condition.', 'Every mail', never)).rejects.toThrow(ModelFailure);
	});

	test('asks with instructions, text, picture, model and key, and for the schema, evidence first', async () => {
		says(answer);
		const model = await open(kind);
		const name = kind === 'anthropic' ? 'claude-sonnet-4-5' : 'sees-all';
		expect(await model.ask(await question(), null, never)).toEqual({
			text: answer,
			model: name,
			tokensIn: 321,
			tokensOut: 45,
			zones: [],
		});
		expect(model).toMatchObject({ builtIn: false, describe: `${name} at ${new URL(server.url).host}` });
		const [{ path, headers, body }] = server.asked as [(typeof server.asked)[0]];
		expect(path).toBe(wire.path);
		expect(body.model).toBe(name);
		const sent = JSON.stringify(body);
		expect(sent).toContain('You judge captures.');
		expect(sent).toContain('<content>hello</content>');
		const properties = /"properties":\{(.*?)\}\}/.exec(sent)?.[1] ?? '';
		expect([...properties.matchAll(/"(\w+)":\{/g)].map(([, field]) => field)).toEqual([
			'evidence',
			'verdict',
			'information',
			'email_subject',
			'email_html',
		]);
		expect(sent).not.toMatch(/m(?:in|ax)Length/);
		if (kind === 'anthropic') {
			expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
			expect(body).toMatchObject({
				max_tokens: 8192,
				output_config: { format: { type: 'json_schema', schema: { additionalProperties: false } } },
			});
		} else {
			expect(headers.authorization).toBe(`Bearer ${KEY}`);
			expect(body).toMatchObject({
				response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true } },
			});
			expect(body).not.toHaveProperty('max_tokens');
		}
		const [, picture = ''] = /"(?:data:image\/jpeg;base64,)?(\/9j\/[A-Za-z0-9+/=]+)"/.exec(sent) ?? [];
		expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({
			format: 'jpeg',
			width: 1568,
			height: 784,
		});
	});

	test('scales pictures to the setting, and says when one cannot be read', async () => {
		says(answer);
		const asking = await question();
		asking.images.push({ contentType: 'image/jpeg', bytes: Buffer.from('broken') });
		await (await open(kind, { MODEL_IMAGE_PIXELS: '256' })).ask(asking, null, never);
		const sent = JSON.stringify(server.asked[0]?.body);
		const [, picture = ''] = /(\/9j\/[A-Za-z0-9+/=]+)"/.exec(sent) ?? [];
		expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({ width: 256, height: 128 });
		expect(sent).toContain('could not be read');
	});

	test('repairs in a further turn that says what was wrong', async () => {
		says(answer);
		const model = await open(kind);
		await model.ask(
			await question(),
			{ answer: '{"verdict": "maybe"}', problem: 'verdict is not one of three.' },
			never,
		);
		await model.ask(await question(), { answer: '  ', problem: 'it is empty.' }, never);
		const turns = server.asked.map(({ body }) => {
			const messages = body.messages as { role: string; content: unknown }[];
			return messages
				.filter(({ role }) => role !== 'system')
				.map(({ role, content }) => [role, JSON.stringify(content)]);
		});
		expect(turns[0]?.map(([role]) => role)).toEqual(['user', 'assistant', 'user']);
		expect(turns[0]?.[1]?.[1]).toContain('maybe');
		expect(turns[0]?.[2]?.[1]).toContain('verdict is not one of three.');
		expect(turns[1]?.[1]?.[1]).toContain('(nothing)');
	});

	test.each([3e9, -1, 1.5])('keeps no count of tokens that is none: %d', async (count) => {
		server.respond = (response) => {
			const said = wire.says(answer) as { usage: Record<string, number> };
			for (const name of Object.keys(said.usage)) said.usage[name] = count;
			sendJson(response, 200, said);
		};
		const reply = await (await open(kind)).ask(await question(), null, never);
		expect(reply).toMatchObject({ tokensIn: null, tokensOut: null });
	});

	test.each([
		['nothing', ''],
		['no JSON', 'I think there is a person.'],
		['JSON that is cut off', answer.slice(0, 40)],
		['wrong types', '{"evidence": 7}'],
		['a list', '[]'],
	])('hands on what was said, when it is %s', async (_what, text) => {
		says(text);
		const reply = await (await open(kind)).ask(await question(), null, never);
		expect(reply).toMatchObject({ text, tokensIn: 321, tokensOut: 45 });
	});

	test('hands on an answer that ended at the limit', async () => {
		says(answer.slice(0, 40), wire.cutOff);
		const reply = await (await open(kind)).ask(await question(), null, never);
		expect(reply.text).toBe(answer.slice(0, 40));
	});

	test('finds the JSON in a fence or a sentence', async () => {
		says(`Here it is:\n\`\`\`json\n${answer}\n\`\`\``);
		expect((await (await open(kind)).ask(await question(), null, never)).text).toBe(answer);
	});
});

test('an OpenAI-compatible server that knows no schemas gets it in words, from then on', async () => {
	const wire = WIRES['openai-compatible'];
	const refusal = wire.error('invalid_request_error', 'response_format json_schema is not supported');
	server.respond = (response, { body }) => {
		if ('response_format' in body) sendJson(response, 400, refusal);
		else sendJson(response, 200, wire.says(answer));
	};
	const model = await open('openai-compatible');
	expect((await model.ask(await question(), null, never)).text).toBe(answer);
	expect((await model.ask(await question(), null, never)).text).toBe(answer);
	expect(server.asked.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
	expect(JSON.stringify(server.asked[2]?.body)).toContain('Answer with one JSON object of this schema');
});

test('a Claude without schemas answers through a tool', async () => {
	const { says } = WIRES.anthropic;
	const content = [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(answer) }];
	server.respond = (response) => sendJson(response, 200, { ...says(''), content, stop_reason: 'tool_use' });
	const model = await open('anthropic', { MODEL_NAME: 'claude-3-haiku-20240307' });
	expect((await model.ask(await question(), null, never)).text).toBe(answer);
	expect(server.asked[0]?.body).toMatchObject({ tools: [{ name: 'json' }] });
});

test('a server without a key gets none', async () => {
	server.respond = (response) => sendJson(response, 200, WIRES['openai-compatible'].says(answer));
	await (await open('openai-compatible', { MODEL_API_KEY: '' })).ask(await question(), null, never);
	expect(server.asked[0]?.headers).not.toHaveProperty('authorization');
});
