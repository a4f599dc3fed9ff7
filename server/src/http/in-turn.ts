import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser or proxy sends even a second request before it has the first answer. */
const MAX_WAITING = 20;

/** A connection that reads nothing of its finished answer is closed after this time, or twice this time: the answer fills the memory. */
const UNREAD_MS = 30_000;

/**
 * Answers the requests of one connection one after the other. Node.js starts all of them at once, so that a single connection
 * of a stranger could start any number. A connection with too many waiting requests is closed.
 */
export function inTurn(answer: RequestListener, unreadMs = UNREAD_MS): RequestListener {
	/** The waiting requests of each connection with a running request. */
	const waiting = new WeakMap<Socket, (() => void)[]>();
	return (request, response) => {
		const { socket } = request;
		const begin = () => {
			response.once('close', () => {
				const next = waiting.get(socket)?.shift();
				if (!next) waiting.delete(socket);
				else if (!socket.destroyed) {
					socket.setTimeout(0);
					next();
				}
			});
			response.once('prefinish', () => response.setTimeout(unreadMs, () => response.destroy()));
			closeLate(response);
			answer(request, response);
		};
		const others = waiting.get(socket);
		if (!others) {
			waiting.set(socket, []);
			begin();
		} else if (others.length < MAX_WAITING) others.push(begin);
		else cutOff(socket);
	};
}

/**
 * Closes a connection and drops everything already read from it, which may be a thousand more requests: Node.js would create
 * each of them, and an error for each, while everybody else waits. The parser stops at the next one because it is told that
 * another protocol begins.
 */
function cutOff(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
	if (socket.parser) socket.parser.onIncoming = () => SKIP_THE_REST;
	socket.destroy();
}

const SKIP_THE_REST = 2;

/** A `close` listener added after the end of a response is called too, so that it can close what was opened for it. */
function closeLate(response: ServerResponse): void {
	response.on('newListener', (event, listener: () => void) => {
		if (event === 'close' && response.closed) setImmediate(listener);
	});
}
