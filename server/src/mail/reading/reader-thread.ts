/** The thread that reads the mails and files of strangers, one at a time. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bytesOf } from '../../base/incoming.ts';
import { answerQuestions } from '../../base/threads.ts';
import { cleanHtml, shownText } from './html.ts';
import { findPictures } from './mailed-pictures.ts';
import { parseMessage } from './message.ts';
import { isLong, type Question } from './reader.ts';
import { whyUnsupported } from './supported.ts';

answerQuestions(async (question: Question) => {
	// Otherwise the memory of a large mail or file is kept until the next ones have filled as much again.
	if (isLong(question)) setTimeout(collectGarbage, AFTER_ANSWER_MS);
	return read(question);
});

const AFTER_ANSWER_MS = 1000;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function read(question: Question): Promise<unknown> {
	if ('message' in question) {
		const [raw, ...rest] = question.message;
		return parseMessage(bytesOf(raw), ...rest);
	}
	if ('pictures' in question) {
		const [raw, most] = question.pictures;
		return findPictures(bytesOf(raw), most);
	}
	if ('support' in question) return whyUnsupported(...question.support);
	if ('html' in question) return shownText(cleanHtml(question.html));
	// The rest is loaded only when needed: few mails have a PDF, and trials check no sender.
	if ('pdf' in question) {
		const { pdfText } = await import('./pdf.ts');
		return pdfText(...question.pdf);
	}
	if ('pdfPage' in question) {
		const { pdfPicture } = await import('./pdf.ts');
		return pdfPicture(...question.pdfPage);
	}
	const { checkPolicies, checkSignatures } = await import('./authenticate.ts');
	if ('policies' in question) return checkPolicies(...question.policies);
	const [raw, answers] = question.signatures;
	return checkSignatures(bytesOf(raw), answers);
}
