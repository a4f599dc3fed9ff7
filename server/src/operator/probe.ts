import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { causesOf } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import type { ObjectStore } from '../ports/objects.ts';

const WAIT_MS = 4000;

/** Whether a web server answers at all, and with which status. Its certificate does not matter: nothing secret is sent. */
export function probeHttp(url: string): Promise<{ status: number } | { problem: string }> {
	return new Promise((answered) => {
		const { request } = url.startsWith('https:') ? https : http;
		const asking = request(
			url,
			{ method: 'GET', timeout: WAIT_MS, rejectUnauthorized: false },
			(response) => {
				response.resume();
				answered({ status: response.statusCode ?? 0 });
			},
		);
		asking.on('timeout', () => asking.destroy(new Error('no answer')));
		asking.on('error', (error: NodeJS.ErrnoException) => answered({ problem: problemOf(error) }));
		asking.end();
	});
}

/** Whether something accepts connections there; what is wrong, or null. */
export function probePort(host: string, port: number): Promise<string | null> {
	return new Promise((answered) => {
		const socket = net.connect({ host, port, timeout: WAIT_MS });
		const done = (problem: string | null) => {
			socket.destroy();
			answered(problem);
		};
		socket.on('connect', () => done(null));
		socket.on('timeout', () => done('no answer'));
		socket.on('error', (error: NodeJS.ErrnoException) => done(problemOf(error)));
	});
}

/** Whether a file can be stored and deleted; what is wrong, or null. */
export async function probeStorage(objects: ObjectStore): Promise<string | null> {
	const path = `status/${newId()}`;
	try {
		await objects.put(path, new Uint8Array(1), 'text/plain');
		await objects.delete(path);
		return null;
	} catch (error) {
		return problemOf(causesOf(error).at(-1) as NodeJS.ErrnoException);
	}
}

const problemOf = (error: NodeJS.ErrnoException) => error.code ?? (error.message || 'no answer');
