import { CHANGE_GRID, compareGrids } from '@watchword/contract/change';
import { CAPTURE_MAX_PIXELS } from '@watchword/contract/constants';
import sharp from 'sharp';

/** Compares pictures of one camera with what it usually shows. */
export class ChangeDetector {
	#usual: Float32Array | null = null;

	/** Whether much is different. A reported change becomes the normal view, so that a parked car counts once. */
	async isChanged(picture: Buffer): Promise<boolean> {
		const { isChanged, usual } = compareGrids(this.#usual, await grid(picture));
		this.#usual = usual;
		return isChanged;
	}
}

async function grid(picture: Buffer): Promise<Float32Array> {
	const { width, height } = CHANGE_GRID;
	const raw = await sharp(picture, { limitInputPixels: CAPTURE_MAX_PIXELS, failOn: 'none' })
		.resize(width, height, { fit: 'fill' })
		.greyscale()
		.raw()
		.toBuffer();
	return Float32Array.from(raw.subarray(0, width * height));
}
