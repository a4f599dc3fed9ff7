import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openModel } from '../adapters/model/choose.ts';
import type { Question } from '../ports/model.ts';
import { readSettings } from '../settings.ts';
import { quiet } from './quiet.ts';

interface Asked {
	path: string;
	headers: IncomingHttpHeaders;
	body: Record<string, unknown>;
}

/** A model server on this machine with answers of a test, which records the questions. */
export interface ModelServer {
	url: string;
	asked: Asked[];
	respond: (response: ServerResponse, asked: Asked) => void | Promise<void>;
	close(): void;
}

export async function startModelServer(): Promise<ModelServer> {
	const server = createServer(async (request, response) => {
		const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
		const asked = { path: request.url ?? '', headers: request.headers, body };
		model.asked.push(asked);
		await model.respond(response, asked);
	});
	const model: ModelServer = {
		url: '',
		asked: [],
		respond: (response) => void sendJson(response, 500, {}),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return model;
}

export function sendJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** How each API says the same things. */
export const WIRES = {
	'openai-compatible': {
		path: '/v1/chat/completions',
		says: (text: string, finish = 'stop') => ({
			id: 'chatcmpl-1',
			object: 'chat.completion',
			created: 1_770_000_000,
			model: 'sees-all',
			choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
			usage: { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 },
		}),
		cutOff: 'length',
		refused: 'content_filter',
		error: (type: string, message: string) => ({ error: { message, type, param: null, code: null } }),
	},
	anthropic: {
		path: '/v1/messages',
		says: (text: string, finish = 'end_turn') => ({
			id: 'msg_1',
			type: 'message',
			role: 'assistant',
			model: 'claude-sonnet-4-5',
			content: [{ type: 'text', text }],
			stop_reason: finish,
			stop_sequence: null,
			usage: { input_tokens: 321, output_tokens: 45 },
		}),
		cutOff: 'max_tokens',
		refused: 'refusal',
		error: (type: string, message: string) => ({
			type: 'error',
			error: { type, message },
			request_id: 'req_1',
		}),
	},
};
export type Wire = keyof typeof WIRES;

export const KEY = 'sk-secret-key';

/** The adapter that asks this server. */
export const openWith = (server: ModelServer, kind: Wire, more: Record<string, string> = {}) =>
	openModel(
		readSettings({
			MODEL: kind,
			MODEL_URL: `${server.url}/v1`,
			MODEL_NAME: kind === 'anthropic' ? 'claude-sonnet-4-5' : 'sees-all',
			MODEL_API_KEY: KEY,
			...more,
		}),
		quiet,
	);

export const QUESTION: Question = {
	instructions: 'You judge captures.',
	text: 'Prompt: a person\n<content>hello</content>',
	images: [],
	parts: {
		prompt: 'a person',
		trigger: 'capture',
		wantsMail: false,
		mail: null,
		now: new Date(),
		zone: 'UTC',
	},
};
