/** Bodies of HTTP messages that are sent in a great many small pieces. */
import type { IncomingMessage } from 'node:http';

/** Pieces of any size that are allowed at first, and the least average size of a piece after that. */
const FREE_PIECES = 1000;
const MIN_PIECE_BYTES = 50;

/**
 * Closes the connection of a message whose sender divides its body into far too small pieces: each piece takes time and memory,
 * however small it is, and thousands of them arrive at once. Small packets of slow senders are not meant, so this is about
 * chunked bodies only.
 */
export function refuseTinyPieces(message: IncomingMessage, problem?: Error): void {
	if (message.headers['transfer-encoding'] === undefined) return;
	const push = message.push.bind(message);
	let [pieces, bytes] = [0, 0];
	message.push = (piece: Buffer | null, encoding) => {
		if (piece === null) return push(piece, encoding);
		pieces++;
		bytes += piece.length;
		if (pieces <= FREE_PIECES + bytes / MIN_PIECE_BYTES) return push(piece, encoding);
		message.destroy(problem);
		return false;
	};
}
