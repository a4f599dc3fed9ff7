import sharp from 'sharp';

/** A picture of a size that shows something: a bright square on a darker background. */
export function drawing(width = 320, height = 240, colour = '#3a6b52') {
	const side = Math.max(1, Math.round(Math.min(width, height) / 2));
	const square = { create: { width: side, height: side, channels: 3, background: '#f4e9c1' } } as const;
	return sharp({ create: { width, height, channels: 3, background: colour } }).composite([{ input: square }]);
}

/** A real JPEG of a size that shows something. */
export const jpeg = (width?: number, height?: number, colour?: string): Promise<Buffer> =>
	drawing(width, height, colour).jpeg().toBuffer();

/** A JPEG as a phone takes it: rotated, and with the place in its metadata. */
export async function phoneJpeg(): Promise<Buffer> {
	return drawing(400, 200, '#804020')
		.withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer();
}
