import { StorageFailure } from '../../base/failures.ts';
import type { Arrived, Spool } from '../../base/incoming.ts';
import { inLargeTurn } from '../../base/incoming.ts';
import { recordFile, storeBytes } from '../../files/files.ts';
import type { Db } from '../../ports/database.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { Resolver } from '../../ports/resolver.ts';
import type { Attachment, MailChecks, mails } from '../tables.ts';
import type { OurAddresses } from './answerable.ts';
import { checkSender } from './check-sender.ts';
import type { Enclosed, Message } from './message.ts';
import { readMessage } from './reader.ts';
import { SenderNotChecked, whyUnauthenticated } from './sender.ts';

export interface MailNeeds {
	db: Db;
	objects: ObjectStore;
	spool: Spool;
	/** If null, the resolver of the machine is used. */
	resolve: Resolver | null;
	mailDomain: string;
	/** How the addresses of automations look. */
	mailAddress: string;
	/** The sender of mails that do not come from an automation's address. */
	mailFrom: string;
}

interface ReadMail extends Omit<Message, 'attachments'> {
	trigger_attachments: Attachment[];
	trigger_checks: MailChecks;
}

export const ourAddresses = ({
	mailDomain,
	mailAddress,
	mailFrom,
}: Pick<MailNeeds, 'mailDomain' | 'mailAddress' | 'mailFrom'>): OurAddresses => ({
	...{ mailDomain, mailAddress },
	from: mailFrom,
});

/**
 * Reads a raw mail into the fields that a run shows and a model may see. What cannot be read is recorded as unread. Throws
 * if the sender cannot be checked at this moment and the run may wait.
 */
export async function readMail(
	needs: MailNeeds,
	mail: typeof mails.$inferSelect,
	mayWait: boolean,
): Promise<ReadMail> {
	const raw = await openStored(needs, mail.raw_path);
	if (!raw) throw new Error(`mail ${mail.id} is not in storage`);
	try {
		const checks = await checkSender(needs, mail, raw.content);
		if (checks.temporary && mayWait)
			throw new SenderNotChecked(`the sender of mail ${mail.id} cannot be checked now`);
		// Its attachments are in memory until they are stored.
		return await inLargeTurn(mail._owner, raw.content.length, async () => {
			const message = await readMessage(raw.content, mail.sender, ourAddresses(needs));
			const { attachments, trigger_reply, ...words } = message;
			const refused = trigger_reply.refused ?? whyUnauthenticated(mail.sender, checks);
			return {
				...words,
				trigger_reply: { ...trigger_reply, refused },
				trigger_attachments: await keepAttachments(needs, mail, attachments),
				trigger_checks: checks,
			};
		});
	} finally {
		raw.drop();
	}
}

/** A stored mail for the reading threads, which read it themselves if it is large; null if it is not there. */
export async function openStored(
	{ objects, spool }: Pick<MailNeeds, 'objects' | 'spool'>,
	path: string,
): Promise<Arrived | null> {
	const stored = await objects.get(path);
	if (!stored) return null;
	return spool.keep(stored).catch((error: unknown) => {
		throw new StorageFailure(error);
	});
}

/** The names in storage are ours. The sender's file name is only shown. */
async function keepAttachments(
	{ db, objects }: MailNeeds,
	mail: typeof mails.$inferSelect,
	attachments: Enclosed[],
): Promise<Attachment[]> {
	const kept: Attachment[] = [];
	for (const [index, { name, contentType, bytes, cid }] of attachments.entries()) {
		const path = `users/${mail._owner}/mails/${mail.id}-${index + 1}`;
		// A browser may show pictures only. Everything else is offered as a download.
		const shown = /^image\/(jpeg|png|gif|webp)$/.test(contentType) ? contentType : 'application/octet-stream';
		const metadata = { name };
		await recordFile(
			db,
			await storeBytes(objects, { path, owner: mail._owner, bytes, contentType: shown, metadata }),
		);
		kept.push({ name, contentType, size: bytes.length, path, ...(cid && { cid }) });
	}
	return kept;
}
