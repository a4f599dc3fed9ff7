import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import type { Log, Model, Question } from '../../../ports.ts';
import { openDetector } from './detector.ts';
import { readPicturePrompt } from './prompt.ts';
import { answerFromMail } from './reading.ts';
import { answerFromClock } from './reminder.ts';
import { answerFromPictures } from './sight.ts';
import type { Sighting } from './sighting.ts';
import { type Findings, writeAnswer } from './write.ts';

/** More pictures than this in one mail are not looked at: each costs about a third of a second. */
const MOST_PICTURES = 8;

/** The model that needs no network: an object detector for pictures, words and forms for the rest. */
export function builtInModel(log: Log): Model {
	const detector = openDetector(log);
	const find = async ({ images, parts }: Question, signal: AbortSignal): Promise<Findings> => {
		const { prompt, trigger, mail, now, zone } = parts;
		if (trigger === 'capture' || (images.length > 0 && (!mail || isAboutPictures(prompt)))) {
			const seen: (Sighting[] | null)[] = [];
			for (const { bytes } of images.slice(0, MOST_PICTURES)) seen.push(await detector.look(bytes, signal));
			return answerFromPictures(prompt, seen);
		}
		return mail ? answerFromMail(prompt, mail) : answerFromClock(prompt, now, zone);
	};
	return {
		describe: `built-in, offline: ${KNOWN_OBJECTS.length} kinds of object in pictures, words in mail`,
		builtIn: true,
		async ask(question, _repair, signal) {
			const findings = await find(question, signal);
			const text = JSON.stringify(writeAnswer(findings, question.parts.wantsMail));
			return { text, model: 'built-in', tokensIn: null, tokensOut: null };
		},
		close: () => detector.close(),
	};
}

/** Whether a prompt on a mail with pictures is about those pictures: it says so, or names what can be seen. */
function isAboutPictures(prompt: string): boolean {
	if (/\b(?:picture|photo|photograph|image|snapshot|screenshot)s?\b/i.test(prompt)) return true;
	if (/\b(?:mentions?|subject|says?|sender|invoice|order)\b/i.test(prompt)) return false;
	const request = readPicturePrompt(prompt);
	if (request.wants === 'judgement') return request.reading.condition.op !== 'unknown';
	return request.wants === 'account' && request.about.length > 0;
}
