import sharp from 'sharp';

const MAX_PIXELS = 50_000_000;

/** A picture as a model wants it: upright, no larger than it can use, a JPEG; null where it cannot be read. */
export async function forModel(bytes: Uint8Array, longestSide: number): Promise<Uint8Array | null> {
	try {
		const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
		const { format, width, height, orientation = 1, space } = await picture.metadata();
		// Most captures are what a model wants already; making them anew would cost more than all else that is done for a run.
		const fits = Math.max(width, height) <= longestSide;
		if (format === 'jpeg' && fits && orientation === 1 && space === 'srgb') return bytes;
		return await picture
			.autoOrient()
			.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
			.flatten({ background: '#ffffff' })
			.toColourspace('srgb')
			.jpeg({ quality: 85 })
			.timeout({ seconds: 30 })
			.toBuffer();
	} catch {
		return null;
	}
}
