/** The thread in which the built-in model reads the mails of strangers, one at a time. */
import { answerQuestions } from '../../../../base/bounded-threads.ts';
import { fillFields } from '../results/fill.ts';
import { answerFromMail } from './answer.ts';
import type { MailQuestion } from './reader.ts';

answerQuestions((question: MailQuestion) =>
	'answer' in question ? answerFromMail(...question.answer) : fillFields(...question.fill),
);
