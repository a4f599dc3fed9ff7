import type { PromptReading } from '@watchword/contract/prompt-reading';
import type { Question, Surroundings } from '../../../ports.ts';
import { explainReminder } from './clock/reminder.ts';
import { explainMailPrompt } from './mail/prompt.ts';
import { inWords } from './picture-prompt/lexicon.ts';
import { readPicturePrompt } from './picture-prompt/prompt.ts';
import { meantBy } from './picture-prompt/spelling.ts';
import { knownPart, unknownWords } from './sight/condition-parts.ts';
import { inPlainWords } from './sight/condition-words.ts';
import { numberOn } from './sight/written.ts';
import { lookingWords, whereWords } from './sight/zones.ts';
import { MOST_READ, MOST_READ_FOR_MAILS } from './words.ts';

const TOO_LONG: PromptReading = {
	readAs: null,
	beyond: [`a prompt of more than ${MOST_READ_FOR_MAILS.toLocaleString('en')} characters`],
};

/** How a prompt will be read, for the customer who is typing it; null if that is not found out, though it will be read. */
export function explainPrompt(
	prompt: string,
	trigger: Question['parts']['trigger'],
	surroundings?: Surroundings,
	day = new Date(),
): PromptReading | null {
	if (prompt.trim() === '') return { readAs: null, beyond: [] };
	if (trigger === 'email') {
		if (prompt.length > MOST_READ_FOR_MAILS) return TOO_LONG;
		// It is read where a mail is judged, which is done in a thread.
		return prompt.length > MOST_READ ? null : explainMailPrompt(prompt);
	}
	if (trigger === 'schedule') return explainReminder(prompt, day);
	const request = readPicturePrompt(prompt, surroundings);
	switch (request.wants) {
		case 'judgement': {
			const { reading } = request;
			const known = knownPart(reading.condition);
			const looking = lookingWords(surroundings?.zones ?? []);
			const words = known && `${inPlainWords(known)}${whereWords(request.textIn)}`;
			return {
				readAs: words && [words, ...(looking ? [looking] : [])].join(', '),
				beyond: unknownWords(reading.condition).map(asMeant),
				...('taught' in reading && { taught: reading.taught }),
			};
		}
		case 'account': {
			const names = request.about.map(({ label }) => label);
			const what =
				names.length > 0 ? `how many there are: ${inWords(names, 'and')}` : 'what is in the picture';
			return { readAs: `tell ${what}${whereWords(request.where)}`, beyond: [] };
		}
		case 'text': {
			const { noun, number } = request.asked;
			return {
				readAs: `read ${number ? numberOn(noun) : `what is written on the ${noun}`}${whereWords(request.textIn)}`,
				beyond: [],
			};
		}
		case 'silence':
			return { readAs: 'only what to ignore; say also what to look for', beyond: [] };
		default:
			return { readAs: null, beyond: [] };
	}
}

function asMeant(words: string): string {
	const meant = meantBy(words);
	return meant ? `${words} (did you mean ${meant}?)` : words;
}
