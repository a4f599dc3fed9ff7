/** The thread in which the built-in model reads the mails of strangers and the prompts about them, one at a time. */
import { answerQuestions } from '../../../../base/threads.ts';
import { explainPrompt } from '../explain.ts';
import { fillFields } from '../results/fill.ts';
import { answerFromMail } from './answer.ts';
import type { MailQuestion } from './reader.ts';
import { wordsAsSeen } from './seen.ts';

// The words of the languages are loaded with the first prompt. That must not count as time for a question.
explainPrompt('If it is an invoice', 'email');

answerQuestions((question: MailQuestion) => {
	if ('answer' in question) return answerFromMail(...question.answer);
	if ('fill' in question) return fillFields(...question.fill);
	if ('seen' in question) return wordsAsSeen(...question.seen);
	return explainPrompt(...question.explain);
});
