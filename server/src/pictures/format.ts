export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';

/** The type of a picture by its first bytes, whatever its label says. Null is not opened. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
	if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (/^RIFF....WEBP$/s.test(head)) return 'image/webp';
	return /^GIF8[79]a/.test(head) ? 'image/gif' : null;
}
