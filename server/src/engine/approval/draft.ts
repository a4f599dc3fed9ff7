import type { Draft } from '@watchword/contract/approval';
import { and, eq, sql } from 'drizzle-orm';
import { accountZone } from '../../automations/account-zone.ts';
import { automations } from '../../automations/tables.ts';
import { htmlToText, withoutStyles } from '../../mail/reading/html.ts';
import type { Db } from '../../ports/database.ts';
import { automationRuns, isWaiting } from '../../runs/tables.ts';
import { bodyOf, writeMail, writeReply } from '../actions/mail-body.ts';
import { replySubject } from '../actions/reply-to-email.ts';
import { recipientsOf } from '../actions/send-email.ts';
import { wordsOfAlert } from '../alerts/words.ts';

/** The subject of the mail that asks about a draft. */
export const askingSubject = ({ subject }: Pick<Draft, 'subject'>) => `Send this? ${subject}`;

/** When a mail that has waited since `asked` is discarded. */
export const endOfWaiting = (asked: Date | null, days: number) =>
	new Date((asked ?? new Date()).getTime() + days * 24 * 3600_000);

/** The mail of a run that waits, as it would be sent; null if it does not wait. */
export async function findDraft(
	db: Db,
	uid: string,
	id: string,
): Promise<(Omit<Draft, 'until'> & { asked_at: Date | null }) | null> {
	const [found] = await db
		.select({
			run: automationRuns,
			automation: automations,
			accountZone: accountZone(sql`${automations._owner}`, sql`${automations.id}`),
		})
		.from(automationRuns)
		.innerJoin(automations, eq(automations.id, automationRuns._automationId))
		.where(and(eq(automationRuns.id, id), eq(automationRuns._owner, uid), isWaiting));
	if (!found) return null;
	const { run, automation, accountZone: zone } = found;
	const { action_asked_at: asked_at } = run;
	if (run._actionType === 'replyToEmail') {
		const { html } = writeReply(run);
		const to = run.trigger_reply?.to;
		return {
			to: to ? [to] : [],
			toNow: null,
			subject: replySubject(run.trigger_subject),
			text: htmlToText(html),
			html,
			asked_at,
		};
	}
	const { _name: name } = automation;
	const words = await wordsOfAlert(db, { ...run, name, accountZone: zone });
	const { subject, html } = writeMail(words, name, {
		...{ link: null, unsubscribe: null, snooze: null, pictures: [], taken: null },
	});
	const [to, now] = [recipientsOf(run), recipientsOf(automation)];
	const isSame = automation._actionType !== 'sendEmail' || to.join() === now.join();
	return {
		to,
		toNow: isSame ? null : now,
		subject,
		text: htmlToText(bodyOf(words)),
		html: withoutStyles(html),
		asked_at,
	};
}
