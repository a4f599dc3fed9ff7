import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser and no proxy sends even a second request before it has the first answer. */
const MOST_WAITING = 20;

/**
 * Answers the requests of one connection one after the other. Node.js begins all that have come, so that a stranger's one
 * connection could start as many at once as fit through it. A connection on which too many wait is ended.
 */
export function inTurn(answer: RequestListener): RequestListener {
	/** What waits on each connection that has a request in work. */
	const waiting = new WeakMap<Socket, (() => void)[]>();
	return (request, response) => {
		const { socket } = request;
		const begin = () => {
			response.once('close', () => {
				const next = waiting.get(socket)?.shift();
				if (!next) waiting.delete(socket);
				else if (!socket.destroyed) next();
			});
			closeLate(response);
			answer(request, response);
		};
		const others = waiting.get(socket);
		if (!others) {
			waiting.set(socket, []);
			begin();
		} else if (others.length < MOST_WAITING) others.push(begin);
		else cutOff(socket);
	};
}

/**
 * Ends a connection together with what is read of it already, which may be a thousand requests more: Node.js would make each of
 * them, and an error for each, while everybody else waits. The parser stops at the next one because it is told that it begins
 * another protocol.
 */
function cutOff(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
	if (socket.parser) socket.parser.onIncoming = () => SKIP_THE_REST;
	socket.destroy();
}

const SKIP_THE_REST = 2;

/** Whoever asks to hear of the end of a response after it has ended hears of it, too, and closes what was opened for it. */
function closeLate(response: ServerResponse): void {
	response.on('newListener', (event, listener: () => void) => {
		if (event === 'close' && response.closed) setImmediate(listener);
	});
}
