import sharp from 'sharp';

const MAX_PIXELS = 50_000_000;

/** A picture as a model wants it: upright, no larger than it can use, a JPEG; null where it cannot be read. */
export async function forModel(bytes: Uint8Array, longestSide: number): Promise<Uint8Array | null> {
	try {
		return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
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
