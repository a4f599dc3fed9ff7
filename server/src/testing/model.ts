import type { PictureBox } from '@watchword/contract/boxes';
import type { Answer } from '@watchword/contract/verdict';
import type { Model, Question } from '../ports/model.ts';

export type Script = (
	question: Question,
	repair: { answer: string; problem: string } | null,
	signal: AbortSignal,
) => Promise<string> | string;

/** A model whose answers a test writes. What language models really send is tested with their adapters. */
export function scriptedModel(script: Script = () => answerOf({}), boxes: PictureBox[] = []): Model {
	return {
		describe: 'scripted',
		builtIn: false,
		async ask(question, repair, signal) {
			const text = await script(question, repair, signal);
			return { text, model: 'scripted', tokensIn: 10, tokensOut: 5, boxes };
		},
		close: async () => undefined,
	};
}

export function answerOf(parts: Partial<Answer>): string {
	return JSON.stringify({
		evidence: 'One person at the gate.',
		verdict: 'met',
		information: 'Someone is there.',
		email_subject: 'Someone is there',
		email_html: '<p>Someone is there.</p>',
		...parts,
	});
}
