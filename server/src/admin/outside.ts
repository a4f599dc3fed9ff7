import { email } from '@watchword/contract/ids';
import { markedInWords } from '@watchword/contract/marked-test';
import { z } from 'zod';
import { Refusal } from '../base/failures.ts';
import { decide } from '../engine/deciding/decide.ts';
import { makeQuestion } from '../engine/deciding/prompt.ts';
import { sendTestMail } from '../operator/mail.ts';
import { testMarked } from '../operator/marked.ts';
import { whyOf } from '../operator/self-test.ts';
import { type Command, check } from './command.ts';
import { examine } from './model-test.ts';

const NONE_MARKED = 'No customer has marked a verdict of a picture or mail that is still kept.';
const TEST_PROMPT = 'If the mail mentions an invoice, say its number.';

/** Checks whether the services outside of this process answer. */
export const outsideCommands: Record<string, Command> = {
	'model test': {
		about: 'Asks the configured model about a mail and about drawn pictures, and says how it did.',
		options: {},
		async run({ database, ...services }, _given, print) {
			const { model, settings } = services;
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
			print(markedInWords(await testMarked({ ...services, db: database.db }, model)) || NONE_MARKED);
		},
	},
	'mail test': {
		about: 'Sends a mail and says how it went.',
		options: { to: { value: 'E', required: true, about: 'the address to send to' } },
		async run({ mailer }, given, print) {
			const { to } = check(z.object({ to: email }), given);
			await sendTestMail(mailer, to);
			print(`It works: the mail to ${to} was ${mailer.describe}.`);
		},
	},
};
