/** The thread that reads the mails and files of strangers, one at a time. */
import { parentPort } from 'node:worker_threads';
import { cleanHtml, htmlToText } from './html.ts';
import { findPictures } from './mailed-pictures.ts';
import { parseMessage } from './message.ts';
import type { Answer, Question } from './reader.ts';

parentPort?.on('message', async (question: Question) => {
	const answer: Answer = await read(question).then(
		(result) => ({ result }),
		(error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
	);
	parentPort?.postMessage(answer);
});

async function read(question: Question): Promise<unknown> {
	if ('message' in question) {
		const [raw, ...rest] = question.message;
		return parseMessage(bytesOf(raw), ...rest);
	}
	if ('pictures' in question) {
		const [raw, most] = question.pictures;
		return findPictures(bytesOf(raw), most);
	}
	if ('html' in question) return htmlToText(cleanHtml(question.html).replace(/\s+/g, ' '));
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
