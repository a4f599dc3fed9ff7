/** From a prompt to its condition: the one way for the editor, a trial, a run and the list. */
import { type MailReading, readMailPrompt } from './mails/read.ts';
import { readPicturePrompt } from './pictures/read.ts';
import type { Around } from './pictures/read-items.ts';
import type { PictureReading } from './pictures/reading.ts';

export type Prompted = (Around & { trigger: 'capture' }) | { trigger: 'email'; today?: Date };

/** It never fails: what cannot be read is beyond. */
export function readPrompt(prompt: string, around: Prompted & { trigger: 'capture' }): PictureReading;
export function readPrompt(prompt: string, around: Prompted & { trigger: 'email' }): MailReading;
export function readPrompt(prompt: string, around: Prompted): PictureReading | MailReading {
	return around.trigger === 'email'
		? readMailPrompt(prompt, around.today)
		: readPicturePrompt(prompt, around);
}
