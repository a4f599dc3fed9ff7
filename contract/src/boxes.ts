import { z } from 'zod';

/** Enough for a crowd; a detector that reports more is not worth drawing. */
export const MAX_BOXES = 100;

const share = z.number().min(0).max(1);

/** Something a model saw, and where: the sides of the box are shares of the picture's sides. */
export const pictureBox = z.object({
	/** Which of the pictures it is in, from 0. A capture has one; a mail can have several. */
	picture: z.number().int().min(0),
	name: z.string().max(40),
	score: share,
	/** It was counted for the verdict; otherwise it is uncertain and was ignored. */
	counted: z.boolean(),
	left: share,
	top: share,
	right: share,
	bottom: share,
});
export type PictureBox = z.infer<typeof pictureBox>;
