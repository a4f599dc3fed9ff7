import { id as anId } from '@watchword/contract/ids';
import { eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { mailRecipients } from './tables.ts';

/** A person other than the owner who gets mail from the automations of an account. */
interface Recipient {
	/** Cannot be guessed: only the recipients of its mails know it. */
	id: string;
	address: string;
	unsubscribed: boolean;
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | null> {
	if (!anId.safeParse(id).success) return null;
	const [found] = await db
		.select({
			id: mailRecipients.id,
			address: mailRecipients.address,
			unsubscribed: isNotNull(mailRecipients.unsubscribed_at).mapWith(Boolean),
		})
		.from(mailRecipients)
		.where(eq(mailRecipients.id, id));
	return found ?? null;
}

/** Stops the mails of an account to this person, or allows them again. */
export async function setUnsubscribed(db: Db, id: string, unsubscribed: boolean): Promise<void> {
	const { unsubscribed_at } = mailRecipients;
	await db
		.update(mailRecipients)
		.set({ unsubscribed_at: unsubscribed ? sql`coalesce(${unsubscribed_at}, now())` : null })
		.where(eq(mailRecipients.id, id));
}

const PATH = '/unsubscribe';

export const unsubscribeUrl = (publicUrl: string, id: string) => `${publicUrl}${PATH}/${id}`;
export const UNSUBSCRIBE_ROUTE = `${PATH}/:id` as const;
