import { beyondIn } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { inWords } from '@watchword/contract/in-words';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { lookingWords, readPrompt, type Wish, withoutBeyond } from '@watchword/model';
import type { Question, Surroundings } from '../../../ports/model.ts';
import { explainReminder } from './clock/reminder.ts';
import { taughtBy } from './examples.ts';
import { readForPictures } from './pictures.ts';
import { givenIn, sentencesOf } from './write-mail.ts';

/** How a prompt will be read, for the customer who is typing it; null if that is not found out, though it will be read. */
export function explainPrompt(
	prompt: string,
	trigger: Question['parts']['trigger'],
	surroundings?: Surroundings,
	day = new Date(),
): PromptReading | null {
	if (prompt.trim() === '') return { readAs: null, beyond: [] };
	if (trigger === 'email') return explainMails(prompt, day);
	if (trigger === 'schedule') return explainReminder(prompt, day);
	return explainPictures(prompt, surroundings);
}

function explainMails(prompt: string, today: Date): PromptReading {
	const { condition, values, writes } = readPrompt(prompt, { trigger: 'email', today });
	const known = withoutBeyond(condition);
	const wanted = values.map(({ names: [name = ''] }) => name);
	const parts = [
		known && (known.is !== 'every' || wanted.length === 0) ? conditionInWords(known, 'email') : '',
		wanted.length > 0 ? `find ${wanted.join(', ')}` : '',
		givenIn(prompt) ? 'answer with the text you gave' : '',
	].filter((part) => part !== '');
	return {
		condition,
		readAs: parts.length > 0 ? parts.join('; ') : null,
		beyond: [...beyondIn(condition), ...(givenIn(prompt) || sentencesOf(prompt) ? [] : writes)],
	};
}

function explainPictures(prompt: string, { zones = [], examples = [], ...around }: Surroundings = {}) {
	const { condition, wish } = readForPictures(prompt, { zones, ...around });
	const taught = taughtBy(condition, examples);
	const judged = taught?.condition ?? condition;
	const known = withoutBeyond(judged);
	const looking = lookingWords(zones);
	const words = known && (known.is === 'every' && wish ? wishInWords(wish) : conditionInWords(known));
	return {
		condition: judged,
		readAs: words && [words, ...(looking ? [looking] : [])].join(', '),
		beyond: beyondIn(judged),
		...(taught && { taught: taught.taught }),
	};
}

function wishInWords(wish: Wish): string {
	if (wish.tell === 'text') return `read ${wish.number ? 'the number' : 'what is written'} on the ${wish.on}`;
	return wish.kinds.length > 0
		? `tell how many there are: ${inWords(wish.kinds, 'and')}`
		: 'tell what is in the picture';
}
