import { email } from '@watchword/contract/ids';
import { z } from 'zod';
import { letter } from '../base/letter.ts';
import { Refusal } from '../base/refusal.ts';
import { decide } from '../engine/deciding/decide.ts';
import { makeQuestion } from '../engine/deciding/prompt.ts';
import { type Command, check } from './command.ts';
import { examine, whyOf } from './model-test.ts';

const TEST_PROMPT = 'If the mail mentions an invoice, say its number.';

/** Checks whether the services outside of this process answer. */
export const outsideCommands: Record<string, Command> = {
	'model test': {
		about: 'Asks the configured model about a mail and about drawn pictures, and says how it did.',
		options: {},
		async run({ model, settings }, _given, print) {
			print(`Asking ${model.describe} ...`);
			const question = makeQuestion({
				parts: {
					prompt: TEST_PROMPT,
					trigger: 'email',
					wantsMail: false,
					mail: {
						from: 'someone@example.com',
						subject: 'Your order',
						text: 'Invoice 4711 is attached.',
						sender: { address: null, checks: 'none were made' },
					},
					now: new Date(),
					zone: 'UTC',
				},
				images: [],
				attachments: [],
				unread: [],
			});
			const answer = await decide(model, question, settings.runs.modelTimeoutSeconds * 1000).catch(
				(error: unknown) => {
					throw new Refusal('unavailable', `It does not work: ${whyOf(error)}`);
				},
			);
			print(`It works. ${answer.model} answered in ${answer.ms} ms: ${answer.verdict}. ${answer.evidence}`);
			await examine(model, settings.runs.modelTimeoutSeconds * 1000, print);
		},
	},
	'mail test': {
		about: 'Sends a mail and says how it went.',
		options: { to: { value: 'E', required: true, about: 'the address to send to' } },
		async run({ mailer }, given, print) {
			const { to } = check(z.object({ to: email }), given);
			const mail = letter(to, 'A test from Watchword', ['If you read this, mail from Watchword arrives.']);
			await mailer.send(mail).catch((error: unknown) => {
				throw new Refusal('unavailable', `It does not work: ${whyOf(error)}`);
			});
			print(`It works: the mail to ${to} was ${mailer.describe}.`);
		},
	},
};
