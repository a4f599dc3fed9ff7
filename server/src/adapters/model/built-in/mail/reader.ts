/**
 * A stranger can write a text that takes unlimited time to search, and a customer a prompt that takes long to read. So both are
 * read in threads, with limits.
 */
import type { FieldValue, ResultField } from '@watchword/contract/field';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { type Bounds, openBoundedThreads } from '../../../../base/threads.ts';
import type { Log } from '../../../../ports/log.ts';
import type { Question, Surroundings } from '../../../../ports/model.ts';
import type { explainPrompt } from '../explain.ts';
import type { fillFields, Material } from '../results/fill.ts';
import type { Findings } from '../write.ts';
import { type answerFromMail, cannotTell } from './answer.ts';
import { RecentAnswers } from './recent-answers.ts';
import type { wordsAsSeen } from './seen.ts';

export type MailQuestion =
	| { answer: Parameters<typeof answerFromMail> }
	| { fill: Parameters<typeof fillFields> }
	| { seen: Parameters<typeof wordsAsSeen> }
	| { explain: Parameters<typeof explainPrompt> };

const TOO_LONG = 'This mail takes too long to read.';
export const tooLong = (subject: string): Findings =>
	cannotTell(TOO_LONG, TOO_LONG, { information: [], quoted: [] }, subject);

const READINGS_KEPT = 500;

/** The pictures themselves are large, and do not matter for the words. */
const withoutMaps = ({ examples = [], ...surroundings }: Surroundings): Surroundings => ({
	...surroundings,
	examples: examples.map(({ features, ...example }) => ({
		...example,
		features: features && { ...features, map: NO_MAP },
	})),
});
const NO_MAP = new Uint8Array(0);

export function openMailReader(log: Log, bounds: Partial<Bounds> = {}) {
	const ask = openBoundedThreads<MailQuestion>(new URL('./reader-thread.ts', import.meta.url), bounds);
	const readings = new RecentAnswers<PromptReading | null>(READINGS_KEPT);
	const giveUp = (error: unknown) => log.warn({ err: error }, 'the built-in model could not read a text');
	return {
		/** The question with its words as a reader sees them; null if they take too long to read. */
		async asSeen(question: Question): Promise<Question | null> {
			const { parts, enclosed = [] } = question;
			const { prompt, mail } = parts;
			if (!mail) return question;
			const words = { prompt, subject: mail.subject, text: mail.text, enclosed };
			try {
				const seen = await ask<typeof words>({ seen: [words] });
				const { subject, text } = seen;
				return {
					...question,
					parts: { ...parts, prompt: seen.prompt, mail: { ...mail, subject, text } },
					enclosed: seen.enclosed,
				};
			} catch (error) {
				giveUp(error);
				return null;
			}
		},
		/** How a prompt is read; null if that takes too long. The same question is answered once. */
		explain(prompt: string, trigger: Question['parts']['trigger'], around: Surroundings = {}, day?: Date) {
			const question = { explain: [prompt, trigger, withoutMaps(around), day] } satisfies MailQuestion;
			return readings.get(question, () =>
				ask<PromptReading | null>(question).catch((error: unknown) => {
					giveUp(error);
					return null;
				}),
			);
		},
		async answer(...question: Parameters<typeof answerFromMail>): Promise<Findings> {
			try {
				return await ask<Findings>({ answer: question });
			} catch (error) {
				giveUp(error);
				return tooLong(question[1].subject);
			}
		},
		async fill(fields: readonly ResultField[], material: Material): Promise<FieldValue[]> {
			try {
				return await ask<FieldValue[]>({ fill: [fields, material] });
			} catch (error) {
				giveUp(error);
				return fields.map(({ id: field, name }) => ({
					field,
					name,
					value: null,
					evidence: null,
					problem: TOO_LONG,
				}));
			}
		},
	};
}
