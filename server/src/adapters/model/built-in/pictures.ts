import { type PictureReading, readPrompt } from '@watchword/model';
import type { Surroundings } from '../../../ports/model.ts';

/** What a prompt wants of a picture of this camera. */
export const readForPictures = (
	prompt: string,
	{ device = '', zones = [], removedZones = [] }: Surroundings = {},
): PictureReading =>
	readPrompt(prompt, {
		trigger: 'capture',
		device,
		zones: zones.map(({ name }) => name),
		removedZones,
	});
