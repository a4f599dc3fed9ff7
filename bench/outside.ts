import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const answer = (html: string, fields?: object) =>
	JSON.stringify({
		evidence: 'One person stands at the gate, facing the camera.',
		verdict: 'met',
		information: 'Someone is at the gate.',
		email_subject: 'Someone is at the gate',
		email_html: html,
		...(fields && { fields }),
	});
const completion = (html = '<p>Someone is at the gate.</p>', fields?: object) =>
	JSON.stringify({
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 1_770_000_000,
		model: 'stub',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', content: answer(html, fields) },
				finish_reason: 'stop',
			},
		],
		usage: { prompt_tokens: 321, completion_tokens: 45, total_tokens: 366 },
	});
const MET = completion();

/** A model with an OpenAI-compatible API that always gives the same answer after `ms`. */
export async function stubModel(ms = 0) {
	/** The answer to a question that contains these words. */
	let hostile: { to: string; completion: string } | null = null;
	const server = http.createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => void (hostile && chunks.push(chunk)));
		request.on('end', () => {
			const asked = Buffer.concat(chunks).toString('latin1');
			const other = hostile && asked.includes(hostile.to) ? hostile.completion : null;
			const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(other ?? MET);
			if (ms > 0) setTimeout(answer, ms);
			else answer();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const env = { MODEL: 'openai-compatible', MODEL_URL: `http://127.0.0.1:${port}/v1`, MODEL_NAME: 'stub' };
	const answerWith = (to: string, html: string | null, fields?: object) => {
		hostile = html === null ? null : { to, completion: completion(html, fields) };
	};
	return { env, answerWith, stop: () => void server.close() };
}

/** A mail server that accepts everything, and records the arrival by Message-ID. */
export async function mailSink() {
	const received = new Map<string, number[]>();
	/** Emits `mail` for each mail. */
	const arrivals = new EventEmitter();
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		disableReverseLookup: true,
		maxClients: 1000,
		onData(stream, _session, done) {
			let head = '';
			stream.on('data', (chunk: Buffer) => {
				if (head.length < 4000) head += chunk.toString('latin1');
			});
			stream.on('end', () => {
				const id = /^Message-ID: <(?:run-)?([^@>]+)/im.exec(head)?.[1] ?? '';
				received.set(id, [...(received.get(id) ?? []), Date.now()]);
				arrivals.emit('mail');
				done();
			});
		},
	});
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	return {
		env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
		port,
		received,
		arrivals,
		stop: () => void server.close(),
	};
}
