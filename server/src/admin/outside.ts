import { email } from '@watchword/contract/account';
import { z } from 'zod';
import { decide } from '../engine/decide.ts';
import { makeQuestion } from '../engine/prompt.ts';
import { letter } from '../letter.ts';
import { Refusal } from '../refusal.ts';
import { type Command, check } from './command.ts';

const TEST_PROMPT = 'If the mail mentions an invoice, say its number.';

/** Whether what stands outside the house answers. */
export const outsideCommands: Record<string, Command> = {
	'model test': {
		about: 'Asks the configured model a question and says how it went.',
		options: {},
		async run({ model, settings }, _given, print) {
			print(`Asking ${model.describe} ...`);
			const question = makeQuestion({
				parts: {
					prompt: TEST_PROMPT,
					trigger: 'email',
					wantsMail: false,
					mail: { from: 'someone@example.com', subject: 'Your order', text: 'Invoice 4711 is attached.' },
					now: new Date(),
					zone: 'UTC',
				},
				images: [],
				attachments: [],
			});
			const answer = await decide(model, question, settings.runs.modelTimeoutSeconds * 1000).catch(
				(error: unknown) => {
					throw new Refusal(
						'unavailable',
						`It does not work: ${error instanceof Error ? error.message : String(error)}`,
					);
				},
			);
			print(`It works. ${answer.model} answered in ${answer.ms} ms: ${answer.verdict}. ${answer.evidence}`);
		},
	},
	'mail test': {
		about: 'Sends a mail and says how it went.',
		options: { to: { value: 'E', required: true, about: 'the address to send to' } },
		async run({ mailer }, given, print) {
			const { to } = check(z.object({ to: email }), given);
			const mail = letter(to, 'A test from Watchword', ['If you read this, mail from Watchword arrives.']);
			await mailer.send(mail).catch((error: unknown) => {
				throw new Refusal(
					'unavailable',
					`It does not work: ${error instanceof Error ? error.message : String(error)}`,
				);
			});
			print(`It works: the mail to ${to} was ${mailer.describe}.`);
		},
	},
};
