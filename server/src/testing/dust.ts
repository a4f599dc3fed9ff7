/** A chunked body in pieces of this size. */
export const inPieces = (count: number, size: number) =>
	`${`${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`.repeat(count)}0\r\n\r\n`;

/** A whole answer in far too many small pieces, to be written to a socket at once. It is small enough for every other limit. */
export const DUSTY_ANSWER = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${inPieces(50_000, 1)}`;
