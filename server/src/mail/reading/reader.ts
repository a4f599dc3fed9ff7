/** A stranger can make a mail or file that takes unlimited time and memory to read. So they are read in threads, with limits. */

import { type Content, LARGE_BYTES } from '../../base/incoming.ts';
import { type Bounds, openBoundedThreads } from '../../base/threads.ts';
import type { checkPolicies, checkSignatures } from './authenticate.ts';
import type { findPictures, MailedPictures } from './mailed-pictures.ts';
import { type Message, type parseMessage, unreadable } from './message.ts';
import type { pdfPicture, pdfText } from './pdf.ts';
import type { whyUnsupported } from './supported.ts';

/** A thread reads large mails itself. */
type Reading<Read extends (raw: Buffer, ...rest: never[]) => unknown> =
	Parameters<Read> extends [Buffer, ...infer Rest] ? [raw: Content, ...rest: Rest] : never;

export type Question =
	| { message: Reading<typeof parseMessage> }
	| { pdf: Parameters<typeof pdfText> }
	| { pdfPage: Parameters<typeof pdfPicture> }
	| { html: string }
	| { pictures: Reading<typeof findPictures> }
	| { signatures: Reading<typeof checkSignatures> }
	| { policies: Parameters<typeof checkPolicies> }
	| { support: Parameters<typeof whyUnsupported> };

/** Large mails and files take their turn among the long ones. */
export function isLong(question: Question): boolean {
	const [content] = Object.values(question).flat() as (Content | string | undefined)[];
	return (content?.length ?? 0) > LARGE_BYTES;
}

/** Opens the reading threads. */
export function openReader(bounds: Partial<Bounds> = {}) {
	const script = new URL('./reader-thread.ts', import.meta.url);
	const ask = openBoundedThreads<Question>(script, bounds, isLong);

	return {
		async readMessage(...message: Reading<typeof parseMessage>): Promise<Message> {
			try {
				const { attachments, ...words } = await ask<Message>({ message });
				return {
					...words,
					attachments: attachments.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })),
				};
			} catch (error) {
				return unreadable(message[1], error instanceof Error ? error.message : String(error));
			}
		},
		/** Rejects if the mail takes too much to read. */
		async readPictures(...given: Reading<typeof findPictures>): Promise<MailedPictures> {
			const { pictures, ...rest } = await ask<MailedPictures>({ pictures: given });
			return { ...rest, pictures: pictures.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) })) };
		},
		/** Rejects if the PDF cannot be read. */
		readPdf: (...pdf: Parameters<typeof pdfText>) => ask<Awaited<ReturnType<typeof pdfText>>>({ pdf }),
		/** The picture of a scanned page as PNG; null if there is none. Rejects if it cannot be read. */
		readPdfPage: (...pdfPage: Parameters<typeof pdfPicture>) => ask<Uint8Array | null>({ pdfPage }),
		/** The text of an HTML page. */
		readHtml: (html: string) => ask<string>({ html }),
		readSignatures: (...signatures: Reading<typeof checkSignatures>) =>
			ask<Awaited<ReturnType<typeof checkSignatures>>>({ signatures }),
		readPolicies: (...policies: Parameters<typeof checkPolicies>) =>
			ask<Awaited<ReturnType<typeof checkPolicies>>>({ policies }),
		/** Why each value of a model is not accepted; null for one that is. */
		async readSupport(...support: Parameters<typeof whyUnsupported>): Promise<(string | null)[]> {
			try {
				return await ask({ support });
			} catch {
				return support[0].map(() => 'It takes too long to find its evidence in the text, so it was dropped.');
			}
		},
	};
}

export const {
	readMessage,
	readPictures,
	readPdf,
	readPdfPage,
	readHtml,
	readSignatures,
	readPolicies,
	readSupport,
} = openReader();
