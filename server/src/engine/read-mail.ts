import { recordFile, storeBytes } from '../files/files.ts';
import type { Db, ObjectStore, Resolver } from '../ports.ts';
import type { Attachment, automationRuns, MailChecks, mails } from '../runs/tables.ts';
import type { Enclosed } from './message.ts';
import { readMessage } from './reading.ts';

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

const AUTH_TIMEOUT_MS = 10_000;

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
