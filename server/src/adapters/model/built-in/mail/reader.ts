/** A stranger can write a text that takes unlimited time to search. So mails are judged in threads, with limits. */
import type { FieldValue, ResultField } from '@watchword/contract/field';
import { type Bounds, openBoundedThreads } from '../../../../base/bounded-threads.ts';
import type { Log } from '../../../../ports.ts';
import type { fillFields, Material } from '../results/fill.ts';
import type { Findings } from '../write.ts';
import { type answerFromMail, cannotTell } from './answer.ts';

export type MailQuestion =
	| { answer: Parameters<typeof answerFromMail> }
	| { fill: Parameters<typeof fillFields> };

const TOO_LONG = 'This mail takes too long to read.';

export function openMailReader(log: Log, bounds: Partial<Bounds> = {}) {
	const ask = openBoundedThreads<MailQuestion>(new URL('./reader-thread.ts', import.meta.url), bounds);
	const giveUp = (error: unknown) => log.warn({ err: error }, 'the built-in model could not read a mail');
	return {
		async answer(...question: Parameters<typeof answerFromMail>): Promise<Findings> {
			try {
				return await ask<Findings>({ answer: question });
			} catch (error) {
				giveUp(error);
				return cannotTell(TOO_LONG, TOO_LONG, { information: [], quoted: [] }, question[1].subject);
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
