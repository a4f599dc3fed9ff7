/** A progressive JPEG of one colour in very many scans: each passes through all blocks of a component, and is a few bytes long. */
export function slowJpeg(side: number, scans: number): Buffer {
	const blocks = Math.ceil(side / 8) ** 2;
	const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
	frame.writeUInt16BE(side, 1);
	frame.writeUInt16BE(side, 3);
	/** A code of one bit for the only symbol. */
	const table = (kind: number, symbol: number) =>
		segment(0xc4, [kind, 1, ...Array<number>(15).fill(0), symbol]);
	const scan = (rows: Buffer, parameters: number[]) => [segment(0xda, parameters), rows];
	const empty = emptyBlocks(blocks);
	const passes = Array.from({ length: scans - 1 }, (_, n) => {
		const [bit, component, coefficient] = [
			13 - Math.floor(n / 189),
			1 + (Math.floor(n / 63) % 3),
			1 + (n % 63),
		];
		return scan(empty, [1, component, 0, coefficient, coefficient, bit === 13 ? 13 : ((bit + 1) << 4) | bit]);
	});
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segment(0xdb, [0, ...Array<number>(64).fill(1)]),
		segment(0xc2, frame),
		table(0x00, 0),
		table(0x10, END_OF_BANDS),
		...scan(Buffer.alloc(Math.ceil((blocks * 3) / 8)), [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]),
		...passes.flat(),
		Buffer.from([0xff, 0xd9]),
	]);
}

/** Says that the next 2 to the power of 14 blocks, and as many more as the 14 bits after it say, have nothing. */
const END_OF_BANDS = 0xe0;
const MAX_AT_ONCE = 2 ** 15 - 1;

function emptyBlocks(count: number): Buffer {
	let bits = '';
	for (let left = count; left > 0; left -= MAX_AT_ONCE) {
		const more = Math.max(0, Math.min(left, MAX_AT_ONCE) - 2 ** 14);
		bits += `0${more.toString(2).padStart(14, '0')}`;
	}
	const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? [];
	// Within a scan, FF is followed by a zero.
	return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
}

function segment(marker: number, data: number[] | Buffer): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(data.length + 2, 2);
	return Buffer.concat([head, Buffer.from(data)]);
}
