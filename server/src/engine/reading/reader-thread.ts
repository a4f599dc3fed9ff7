/** The thread that reads the mails and files of strangers, one at a time. */
import { answerQuestions } from '../../base/bounded-threads.ts';
import { whyUnsupported } from '../deciding/supported.ts';
import { cleanHtml, shownText } from './html.ts';
import { findPictures } from './mailed-pictures.ts';
import { parseMessage } from './message.ts';
import type { Question } from './reader.ts';

answerQuestions(read);

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

/** A message to a thread turns a Buffer into a plain Uint8Array. */
const bytesOf = (raw: Uint8Array) => Buffer.from(raw.buffer, raw.byteOffset, raw.length);
