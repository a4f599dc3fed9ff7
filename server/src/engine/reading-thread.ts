/** The thread in which strangers' mails and files are read. One comes at a time. */
import { parentPort } from 'node:worker_threads';
import { parseMessage } from './message.ts';
import type { Answer, Question } from './reading.ts';

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
		return parseMessage(Buffer.from(raw.buffer, raw.byteOffset, raw.length), ...rest);
	}
	// Loaded only where a PDF came: few do.
	const { pdfText } = await import('./pdf.ts');
	return pdfText(...question.pdf);
}
