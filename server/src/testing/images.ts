import sharp from 'sharp';

/** A real JPEG of a size, plain unless told otherwise. */
export async function jpeg(width = 320, height = 240, colour = '#3a6b52'): Promise<Buffer> {
	return sharp({ create: { width, height, channels: 3, background: colour } })
		.jpeg()
		.toBuffer();
}

/** A JPEG as a phone takes it: lying on its side, and telling where it was. */
export async function phoneJpeg(): Promise<Buffer> {
	return sharp({ create: { width: 400, height: 200, channels: 3, background: '#804020' } })
		.withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
		.withMetadata({ orientation: 6 })
		.jpeg()
		.toBuffer();
}
