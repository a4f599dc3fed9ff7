import { inflateRawSync } from 'node:zlib';

/** The files of a zip by name, read through its central directory. */
export function unzip(zip: Buffer): Map<string, Buffer> {
	const files = new Map<string, Buffer>();
	const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
	for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
		const [nameLength, more, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
			number,
			number,
			number,
		];
		const local = zip.readUInt32LE(at + 42);
		const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
		const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
		const packed = zip.readUInt16LE(at + 10) === 8;
		files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), packed ? inflateRawSync(bytes) : bytes);
		at += 46 + nameLength + more + comment;
	}
	return files;
}
