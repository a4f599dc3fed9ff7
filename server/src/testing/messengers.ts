import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from './wait.ts';

export const BOT = '123456:AAF0-of_the_owner_and_of_nobody_else_x';
export const CHAT = '-1001234567890';
export const TOPIC_TOKEN = 'tk_ofTheOwnerAndNobodyElse';
export const APPRISE_KEY = 'key-of-the-owner';

/** What somebody would see in a messenger. */
export interface Shown {
	by: 'ntfy' | 'telegram' | 'apprise';
	title: string;
	text: string;
	picture: { bytes: number; type: string } | null;
	/** Where its buttons lead, by their labels; those of ntfy with their method. */
	buttons: Record<string, string>;
	quiet: boolean;
	/** How often it was changed in its place. */
	edits: number;
}

interface Asked {
	path: string;
	headers: IncomingHttpHeaders;
}

type Answering = (response: ServerResponse, asked: Asked) => void;

/**
 * Servers of ntfy, Telegram and Apprise on one port of this machine, as their documentation describes the requests and the answers.
 * `instead` answers in their place.
 */
export async function startMessengers() {
	const shown: Shown[] = [];
	const asked: Asked[] = [];
	const bySequence = new Map<string, Shown>();
	const messengers = {
		url: '',
		shown,
		/** Every request, whatever the answer. */
		asked,
		instead: null as Answering | null,
		/** The largest picture that ntfy stores; 0 for a server that stores none. */
		ntfyPictures: 15_000_000,
		/** What people see, as soon as there are `count` messages by one of them. */
		messages: (by: Shown['by'], count: number): Promise<Shown[]> =>
			waitFor(
				`${count} messages by ${by}`,
				() => {
					const found = shown.filter((one) => one.by === by);
					return found.length >= count && found;
				},
				{ seen: () => ({ shown, asked: asked.map(({ path }) => path) }) },
			),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};

	const ntfy = (headers: IncomingHttpHeaders, body: Buffer, answer: Answer) => {
		if (headers.authorization !== `Bearer ${TOPIC_TOKEN}`) {
			return answer(403, { code: 40301, http: 403, error: 'forbidden' });
		}
		const hasFile = headers.filename !== undefined;
		if (hasFile && messengers.ntfyPictures === 0) {
			return answer(400, { code: 40014, http: 400, error: 'invalid request: attachments not allowed' });
		}
		if (hasFile && body.length > messengers.ntfyPictures) {
			return answer(413, {
				code: 41301,
				http: 413,
				error: 'attachment too large, or bandwidth limit reached',
			});
		}
		const actions = String(headers.actions ?? '')
			.split(';')
			.flatMap((action) => {
				const [kind, label, url, ...rest] = action.trim().split(/,\s*/);
				const address = String(url).replace(/^"(.*)"$/, '$1');
				return label ? [[label, kind === 'http' ? [...rest, address].join(' ') : address] as const] : [];
			});
		const text = hasFile ? decoded(headers.message).replaceAll('\\n', '\n') : body.toString();
		const message: Shown = {
			...{ by: 'ntfy', title: decoded(headers.title), text, buttons: Object.fromEntries(actions) },
			picture: hasFile ? { bytes: body.length, type: String(headers['content-type']) } : null,
			...{ quiet: Number(headers.priority ?? 3) < 3, edits: 0 },
		};
		const sequence = String(headers['x-sequence-id']);
		if (!/^[-_A-Za-z0-9]{1,64}$/.test(sequence)) return answer(400, { code: 40049, http: 400 });
		const earlier = bySequence.get(sequence);
		if (earlier) Object.assign(earlier, message, { edits: earlier.edits + 1 });
		else {
			bySequence.set(sequence, message);
			shown.push(message);
		}
		answer(200, { id: `m${asked.length}`, time: 1, event: 'message', topic: 'gate', message: text });
	};

	const sent = new Map<number, Shown>();
	const telegram = async (path: string, headers: IncomingHttpHeaders, body: Buffer, answer: Answer) => {
		const refuse = (status: number, description: string) =>
			answer(status, { ok: false, error_code: status, description });
		const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
		if (token !== BOT) return refuse(401, 'Unauthorized');
		const given = await fieldsOf(headers, body);
		if (given.chat_id !== CHAT) return refuse(400, 'Bad Request: chat not found');
		const words = String(given.caption ?? given.text ?? '');
		if (words.length > (given.caption === undefined ? 4096 : 1024)) {
			return refuse(400, 'Bad Request: message caption is too long');
		}
		const markup = (given.reply_markup ?? {}) as { inline_keyboard?: { text: string; url: string }[][] };
		const keys = markup.inline_keyboard?.flat() ?? [];
		if (keys.some(({ url }) => new URL(url).hostname === 'localhost')) {
			return refuse(
				400,
				"Bad Request: inline keyboard button URL 'http://localhost' is invalid: Wrong HTTP URL",
			);
		}
		const [bold] = given[given.caption === undefined ? 'entities' : 'caption_entities'] as {
			length: number;
		}[];
		const photo = given.photo instanceof File ? given.photo : null;
		const message: Omit<Shown, 'picture' | 'edits'> = {
			...{ by: 'telegram', title: words.slice(0, bold?.length), text: words.slice(Number(bold?.length) + 1) },
			buttons: Object.fromEntries(keys.map(({ text, url }) => [text, url])),
			quiet: String(given.disable_notification) === 'true',
		};
		if (method.startsWith('edit')) {
			const earlier = sent.get(Number(given.message_id));
			if (!earlier) return refuse(400, 'Bad Request: message to edit not found');
			if ((method === 'editMessageCaption') !== (earlier.picture !== null)) {
				return refuse(400, 'Bad Request: there is no text in the message to edit');
			}
			Object.assign(earlier, message, { edits: earlier.edits + 1 });
			return answer(200, { ok: true, result: { message_id: Number(given.message_id) } });
		}
		const whole = { ...message, picture: photo && { bytes: photo.size, type: photo.type }, edits: 0 };
		shown.push(whole);
		sent.set(shown.length, whole);
		const result = { message_id: shown.length, date: 1, ...(photo && { photo: [{ file_id: 'x' }] }) };
		answer(200, { ok: true, result });
	};

	const apprise = async (path: string, headers: IncomingHttpHeaders, body: Buffer, answer: Answer) => {
		if (path !== `/notify/${APPRISE_KEY}`) return answer(204, null);
		const { title, body: text, attach1 } = await fieldsOf(headers, body);
		const picture = attach1 instanceof File ? { bytes: attach1.size, type: attach1.type } : null;
		shown.push({
			...{ by: 'apprise', title: String(title), text: String(text), picture },
			...{ buttons: {}, quiet: false, edits: 0 },
		});
		answer(200, { error: null, details: [] });
	};

	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', async () => {
			const [path, headers, body] = [request.url ?? '', request.headers, Buffer.concat(chunks)];
			asked.push({ path, headers });
			if (messengers.instead) return messengers.instead(response, { path, headers });
			const answer: Answer = (status, json) =>
				void response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(json === null ? undefined : JSON.stringify(json));
			if (path.startsWith('/bot')) await telegram(path, headers, body, answer);
			else if (path.startsWith('/notify/')) await apprise(path, headers, body, answer);
			else ntfy(headers, body, answer);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	messengers.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return messengers;
}

type Answer = (status: number, json: object | null) => void;

/** A JSON body or a form, whose structured fields are JSON. */
async function fieldsOf(headers: IncomingHttpHeaders, body: Buffer): Promise<Record<string, unknown>> {
	const type = String(headers['content-type']);
	if (type === 'application/json') return JSON.parse(body.toString()) as Record<string, unknown>;
	const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
	return Object.fromEntries(
		[...form].map(([name, value]) => [
			name,
			typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value,
		]),
	);
}

/** A header of encoded words (RFC 2047), as Go's `mime.WordDecoder` reads it. */
function decoded(header: string | string[] | undefined): string {
	return String(header ?? '')
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());
}

/** What a customer enters to reach them. */
export const targetsAt = (url: string) => ({
	ntfy: { kind: 'ntfy', url: `${url}/gate`, token: TOPIC_TOKEN } as const,
	telegram: { kind: 'telegram', token: BOT, chat: CHAT } as const,
	apprise: { kind: 'apprise', url: `${url}/notify/${APPRISE_KEY}` } as const,
});
