import { id as anId } from '@watchword/contract/ids';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { newId } from '../base/ids.ts';
import type { Db } from '../ports.ts';
import { mailRecipients } from './tables.ts';

/** A person other than the owner who gets mail from the automations of an account. */
interface Recipient {
	/** Cannot be guessed: only people who got a mail with it know it. */
	id: string;
	address: string;
	unsubscribed: boolean;
}

/** Stores who gets mail from an account. Null for the owner, who chooses in the portal which mails to get. */
export async function rememberRecipient(db: Db, uid: string, to: string): Promise<Recipient | null> {
	const address = to.toLowerCase();
	const { rows } = await db.execute(sql`
		insert into mail_recipients (id, _owner, address)
		select ${newId()}, id, ${address} from ${users} where id = ${uid} and lower(email) <> ${address}
		on conflict (_owner, address) do update set address = excluded.address
		returning id, address, unsubscribed_at is not null as unsubscribed`);
	return (rows[0] as Recipient | undefined) ?? null;
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
