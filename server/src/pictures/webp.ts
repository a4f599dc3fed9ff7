import { orientationOnly, readOrientation } from './exif.ts';
import { checkCount, cutOff, invalid, type Structure } from './structure.ts';

interface Chunk {
	name: string;
	data: Buffer;
}

const STILL = ['ALPH', 'VP8 ', 'VP8L'];
const NEEDED = ['VP8X', 'ICCP', 'ANIM', ...STILL];
/** Which of the features that a VP8X chunk announces may stay: alpha, animation, colour profile. EXIF and XMP go. */
const KEPT_FEATURES = 0x10 | 0x02 | 0x20;
const EXIF_FEATURE = 0x08;
/** In front of the chunks of a frame: its place, size, duration and flags. */
const FRAME_HEAD = 16;

/** Keeps what a WebP needs: its pixels, of an animation the first frame, and its colour profile. */
export function walkWebp(bytes: Buffer): Structure {
	if (bytes.length < 30) throw cutOff();
	const end = 8 + bytes.readUInt32LE(4);
	if (end > bytes.length) throw cutOff();
	const chunks = readChunks(bytes.subarray(12, end));
	const find = (name: string) => chunks.find((one) => one.name === name)?.data;

	const canvas = find('VP8X');
	const exif = canvas && find('EXIF');
	const orientation = exif ? readOrientation(exif) : 1;
	const turned = orientation > 1;
	const frame = find('ANMF');
	const kept = chunks.filter(({ name }) => NEEDED.includes(name));
	if (frame && frame.length > FRAME_HEAD) {
		const still = readChunks(frame.subarray(FRAME_HEAD)).filter(({ name }) => STILL.includes(name));
		kept.push({ name: 'ANMF', data: Buffer.concat([frame.subarray(0, FRAME_HEAD), ...still.map(write)]) });
	}
	if (turned) kept.push({ name: 'EXIF', data: orientationOnly(orientation) });
	const size = sizeOf(kept);
	if (!size || !kept.some(({ name }) => ['VP8 ', 'VP8L', 'ANMF'].includes(name))) {
		throw invalid('The image has no pixels.');
	}
	const body = Buffer.concat(kept.map((one) => write(one.name === 'VP8X' ? withFeatures(one, turned) : one)));
	const head = Buffer.from(bytes.subarray(0, 12));
	head.writeUInt32LE(body.length + 4, 4);
	return { ...size, bytes: Buffer.concat([head, body]), presentable: !turned && !frame, passes: 1 };
}

function readChunks(bytes: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = 0; at + 8 <= bytes.length; ) {
		const length = bytes.readUInt32LE(at + 4);
		const data = bytes.subarray(at + 8, at + 8 + length);
		if (data.length < length) throw cutOff();
		chunks.push({ name: bytes.toString('latin1', at, at + 4), data });
		checkCount(chunks.length);
		at += 8 + length + (length % 2);
	}
	return chunks;
}

function sizeOf(chunks: Chunk[]): { width: number; height: number } | null {
	for (const { name, data } of chunks) {
		if (data.length < 10) continue;
		if (name === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
		if (name === 'VP8 ') {
			return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
		}
		if (name === 'VP8L') {
			const packed = data.readUInt32LE(1);
			return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
		}
	}
	return null;
}

function withFeatures({ name, data }: Chunk, turned: boolean): Chunk {
	const kept = Buffer.from(data);
	kept[0] = ((data[0] ?? 0) & KEPT_FEATURES) | (turned ? EXIF_FEATURE : 0);
	return { name, data: kept };
}

function write({ name, data }: Chunk): Buffer {
	const head = Buffer.alloc(8);
	head.write(name, 'latin1');
	head.writeUInt32LE(data.length, 4);
	return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
