const ORIENTATION = 0x0112;

/** The orientation of a picture, 1 to 8, from its EXIF block; 1 if missing. */
export function readOrientation(exif: Buffer): number {
	const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
	const order = tiff.toString('latin1', 0, 2);
	if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1;
	const little = order === 'II';
	const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
	const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
	if (directory + 2 > tiff.length) return 1;
	const count = u16(directory);
	for (let at = directory + 2; at + 12 <= tiff.length && at < directory + 2 + count * 12; at += 12) {
		if (u16(at) !== ORIENTATION) continue;
		const value = u16(at + 8);
		return value >= 1 && value <= 8 ? value : 1;
	}
	return 1;
}

/** An EXIF block with only the orientation. */
export function orientationOnly(orientation: number): Buffer {
	const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
	tiff.writeUInt16BE(orientation, 18);
	return tiff;
}
