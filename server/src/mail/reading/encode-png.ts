import { crc32, deflateSync } from 'node:zlib';

/** The colour type of PNG for this many channels of 8 bits. */
const TYPES: Record<number, number> = { 1: 0, 3: 2, 4: 6 };

/**
 * Raw pixels as PNG, for the decoder that all pictures of strangers go through. Null if the length of the data fits no format.
 * With one bit a pixel, as fax machines and many scanners write it, rows are padded to whole bytes.
 */
export function encodePng({
	width,
	height,
	data,
}: {
	width: number;
	height: number;
	data: Uint8Array | Uint8ClampedArray;
}): Uint8Array | null {
	const bitRow = Math.ceil(width / 8);
	const isBits = data.length === bitRow * height;
	const type = isBits ? 0 : TYPES[data.length / (width * height)];
	if (type === undefined) return null;
	const row = data.length / height;
	const rows = Buffer.alloc((row + 1) * height);
	for (let y = 0; y < height; y++) rows.set(data.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head.set([isBits ? 1 : 8, type], 8);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', head),
		chunk('IDAT', deflateSync(rows, { level: 1 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	framed.set(body, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}
