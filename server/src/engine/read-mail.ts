import PostalMime, { type Email } from 'postal-mime';
import { recordFile, storeBytes } from '../files/files.ts';
import type { Db, ObjectStore, Resolver } from '../ports.ts';
import type { Attachment, automationRuns, MailChecks, mails } from '../runs/tables.ts';
import { cleanHtml, htmlToText } from './html.ts';

export interface MailNeeds {
	db: Db;
	objects: ObjectStore;
	/** The machine's own resolver where null. */
	resolve: Resolver | null;
	mailDomain: string;
}

export type ReadMail = Pick<
	typeof automationRuns.$inferInsert,
	| 'trigger_from'
	| 'trigger_subject'
	| 'trigger_html'
	| 'trigger_text'
	| 'trigger_attachments'
	| 'trigger_checks'
	| 'trigger_reply'
>;

const TEXT_LIMIT = 100_000;
const HTML_LIMIT = 5_000_000;
const AUTH_TIMEOUT_MS = 10_000;
const MAX_ATTACHMENTS = 50;

/** Reads a raw mail into what a run shows and a model may see. What cannot be read is recorded as such. */
export async function readMail(needs: MailNeeds, mail: typeof mails.$inferSelect): Promise<ReadMail> {
	const raw = await needs.objects.read(mail.raw_path);
	if (!raw) throw new Error(`mail ${mail.id} is not in storage`);
	const checks = await check(needs, mail, raw);
	const { attachments, ...words } = await readMessage(raw, mail.sender, checks, needs.mailDomain);
	return {
		...words,
		trigger_attachments: await keepAttachments(needs, mail, attachments),
		trigger_checks: checks,
	};
}

interface Enclosed {
	name: string;
	contentType: string;
	bytes: Buffer;
}

/** What a raw message says and encloses. Nothing is stored. */
export async function readMessage(
	raw: Buffer,
	/** The envelope's; what the message itself names where it came without one. */
	envelopeSender: string | null,
	checks: MailChecks,
	mailDomain: string,
) {
	let parsed: Email;
	try {
		parsed = await PostalMime.parse(raw, { maxNestingDepth: 100 });
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return {
			trigger_from: envelopeSender ?? '',
			trigger_subject: '',
			trigger_text: `This mail could not be read: ${reason}`,
			trigger_html: null,
			attachments: [],
			trigger_reply: { to: null, refused: 'the mail could not be read', messageId: null, references: [] },
		};
	}
	const html = parsed.html ? cleanHtml(parsed.html.slice(0, HTML_LIMIT)) : null;
	const text = (parsed.text || (html && htmlToText(html)) || '').slice(0, TEXT_LIMIT);
	const sender = envelopeSender ?? parsed.from?.address ?? '';
	return {
		trigger_from: senderName(parsed) ?? sender,
		trigger_subject: oneLine(parsed.subject ?? '', 1000),
		trigger_html: html,
		trigger_text: withoutNul(text),
		attachments: parsed.attachments.slice(0, MAX_ATTACHMENTS).map(enclosed),
		trigger_reply: {
			to: sender || null,
			refused: whyNoReply(parsed, sender, checks, mailDomain),
			messageId: parsed.messageId ?? null,
			references: (parsed.references ?? '').match(/<[^<>\s]+>/g)?.slice(-20) ?? [],
		},
	};
}

function enclosed(attachment: Email['attachments'][number], index: number): Enclosed {
	return {
		name: oneLine(attachment.filename ?? `attachment ${index + 1}`, 255),
		contentType: /^[\w.+-]+\/[\w.+-]+$/.test(attachment.mimeType)
			? attachment.mimeType.toLowerCase()
			: 'application/octet-stream',
		bytes: Buffer.from(attachment.content as ArrayBuffer),
	};
}

/** Names are ours; what the sender called a file is only shown. */
async function keepAttachments(
	{ db, objects }: MailNeeds,
	mail: typeof mails.$inferSelect,
	attachments: Enclosed[],
): Promise<Attachment[]> {
	const kept: Attachment[] = [];
	for (const [index, { name, contentType, bytes }] of attachments.entries()) {
		const path = `users/${mail._owner}/mails/${mail.id}-${index + 1}`;
		// Only pictures may be shown by a browser; everything else is bytes to save.
		const shown = /^image\/(jpeg|png|gif|webp)$/.test(contentType) ? contentType : 'application/octet-stream';
		const metadata = { name };
		await recordFile(
			db,
			await storeBytes(objects, { path, owner: mail._owner, bytes, contentType: shown, metadata }),
		);
		kept.push({ name, contentType, size: bytes.length, path });
	}
	return kept;
}

async function check(needs: MailNeeds, mail: typeof mails.$inferSelect, raw: Buffer): Promise<MailChecks> {
	const unknown = { spf: 'none', dkim: 'none', dmarc: 'none' };
	const late = new Promise<null>((give) => setTimeout(give, AUTH_TIMEOUT_MS, null).unref());
	try {
		// Loaded with the first mail: it is a quarter of the server's modules.
		const { authenticate } = await import('mailauth');
		const result = await Promise.race([
			authenticate(raw, {
				ip: mail.remote_address.replace(/^::ffff:/, ''),
				helo: mail.helo,
				sender: mail.sender,
				mta: needs.mailDomain,
				disableArc: true,
				disableBimi: true,
				...(needs.resolve && { resolver: needs.resolve }),
			}),
			late,
		]);
		if (!result) return { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror' };
		const signatures = result.dkim.results.map(({ status }) => status.result);
		return {
			spf: result.spf ? result.spf.status.result : 'none',
			dkim: signatures.includes('pass') ? 'pass' : (signatures[0] ?? 'none'),
			dmarc: result.dmarc ? result.dmarc.status.result : 'none',
		};
	} catch {
		return unknown;
	}
}

/** No answer to what must not be answered: RFC 3834, our own addresses, and senders that are not who they say. */
function whyNoReply(parsed: Email, sender: string, checks: MailChecks, mailDomain: string): string | null {
	const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value.toLowerCase();
	if (!sender) return 'it came without a sender, as bounces do';
	if (/^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)[@+]/i.test(sender))
		return 'its sender takes no answers';
	if (sender.toLowerCase().endsWith(`@${mailDomain}`)) return 'it came from one of our own addresses';
	const auto = header('auto-submitted');
	if (auto && !auto.startsWith('no')) return 'it is an automatic mail';
	if (header('x-autoreply') || header('x-autorespond') || header('x-auto-response-suppress'))
		return 'it is an automatic mail';
	if (header('list-id') || header('list-unsubscribe') || header('list-post'))
		return 'it came through a mailing list';
	if (/bulk|junk|list|auto_reply/.test(header('precedence') ?? '')) return 'it is a bulk mail';
	if (checks.dmarc === 'fail') return 'its sender failed DMARC';
	return null;
}

function senderName(parsed: Email): string | null {
	const from = parsed.from;
	if (!from?.address) return null;
	return oneLine(from.name ? `${from.name} <${from.address}>` : from.address, 500);
}

const withoutNul = (text: string) => text.replaceAll('\0', '');

const oneLine = (text: string, most: number) =>
	withoutNul(text)
		.replace(/[\r\n\t]+/g, ' ')
		.slice(0, most);
