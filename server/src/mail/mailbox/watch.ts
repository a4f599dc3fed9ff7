/** A mailbox that cannot be read is silent by itself. So the operator and the owners of its automations are told, and told again when it is back. */
import { clockTime } from '@watchword/contract/clock-time';
import { AWAY_AFTER_MINUTES } from '@watchword/contract/mailbox-state';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { plainMail } from '../../base/html.ts';
import { queueNotice } from '../../deliveries/messages.ts';
import type { Db } from '../../ports/database.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Job, Jobs, Nothing, Queue } from '../../ports/queue.ts';
import type { Settings } from '../../settings.ts';
import { mailboxes } from '../tables.ts';
import { addMailbox, ID } from './state.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		/** Finds out whether the mailbox is read. */
		'mailbox-watch': Nothing;
		/** The mailbox has not been read since an instant, ISO 8601, or is read again. Without a `uid`, for the operator. */
		'mailbox-mail': { what: 'away' | 'back'; since: string; uid?: string };
	}
}

interface WatchNeeds {
	db: Db;
	queue: Queue;
	settings: Pick<Settings, 'mail' | 'operatorEmail'>;
}

/** `upSince` is when this server started: before that nobody could read. */
export async function watchMailbox(
	{ db, queue, settings }: WatchNeeds,
	upSince: Date,
	now: Date,
): Promise<void> {
	const { mailbox } = settings.mail;
	if (!mailbox) return;
	const { name } = mailbox;
	// It is watched also if no process ever came to read it.
	await addMailbox(db, name);
	const [row] = await db.select().from(mailboxes).where(eq(mailboxes.id, ID));
	if (!row) return;
	const seen = row.checked_at ?? row.added_at;
	const since = new Date(Math.max(seen.getTime(), upSince.getTime()));
	const { told_at } = row;
	if (told_at === null && now.getTime() - since.getTime() > AWAY_AFTER_MINUTES * 60_000)
		await tell('away', seen, isNull(mailboxes.told_at), now);
	if (told_at !== null && row.checked_at !== null && row.checked_at > told_at)
		await tell('back', told_at, isNotNull(mailboxes.told_at), null);

	/** The mark and the mails commit together, so that one of several processes tells. */
	async function tell(
		what: 'away' | 'back',
		at: Date,
		isUntold: ReturnType<typeof isNull>,
		mark: Date | null,
	) {
		await db.transaction(async (tx) => {
			const change = tx.update(mailboxes).set({ told_at: mark });
			const marked = await change.where(and(eq(mailboxes.id, ID), isUntold)).returning({ id: mailboxes.id });
			if (marked.length === 0) return;
			const notice = { what, since: at.toISOString() };
			if (settings.operatorEmail) {
				await queue.send(tx, 'mailbox-mail', notice);
				await push(tx, settings.operatorEmail, name, notice);
			}
			for (const uid of await ownersOfMail(tx)) await queue.send(tx, 'mailbox-mail', { ...notice, uid });
		});
	}
}

/** If the operator has an account here with the same address, its phones and browsers ring as well: the mail server may be down, too. */
async function push(tx: Db, email: string, name: string, { what, since }: Jobs['mailbox-mail']) {
	const [operator] = await tx
		.select({ uid: users.id, zone: users.zone, alert_zone: users.alert_zone })
		.from(users)
		.where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.disabled_at)));
	if (!operator) return;
	const at = timeIn(operator.zone ?? operator.alert_zone, since);
	const words = {
		away: ['The mailbox is not read', `${name} has not been read since ${at}.`],
		back: ['The mailbox is read again', `${name} is read again.`],
	} as const;
	const [title, body] = words[what];
	const message = { title, body, tag: 'mailbox', url: '/app/automations' };
	await queueNotice(tx, operator.uid, `mailbox-${what}:${since}`, message);
}

const timeIn = (zone: string, since: string) =>
	`${clockTime(new Date(since), zone, new Date())} (${zone.replaceAll('_', ' ')})`;

/** Who waits for mail, and wants to know if something fails. */
async function ownersOfMail(db: Db): Promise<string[]> {
	const rows = await db
		.selectDistinct({ uid: users.id })
		.from(automations)
		.innerJoin(users, eq(users.id, automations._owner))
		.where(
			and(
				...[
					eq(automations._triggerType, 'email'),
					eq(automations._deleted, false),
					eq(automations._paused, false),
				],
				...[eq(users.mail_failures, true), isNull(users.disabled_at)],
			),
		);
	return rows.map(({ uid }) => uid);
}

interface MailNeeds {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
	settings: Pick<Settings, 'mail' | 'operatorEmail'>;
}

async function mailAboutMailbox(
	{ db, mailer, publicUrl, settings }: MailNeeds,
	{ what, since, uid }: Jobs['mailbox-mail'],
): Promise<void> {
	const at = (zone: string) => timeIn(zone, since);
	if (uid !== undefined) {
		const [user] = await db
			.select({ email: users.email, zone: users.zone, alert_zone: users.alert_zone })
			.from(users)
			.where(and(eq(users.id, uid), isNull(users.disabled_at)));
		if (!user) return;
		const link = { words: 'Look at your automations', link: `${publicUrl}/app/automations` };
		const when = at(user.zone ?? user.alert_zone);
		await mailer.send(
			what === 'away'
				? plainMail(user.email, 'Mails to your automations are not read now', [
						`The mailbox that your automations get their mails from cannot be read since ${when}. Mails stay in it and are read as soon as this is possible again.`,
						'Whoever runs Watchword has to look into it. You get one more mail when mails are read again.',
						link,
					])
				: plainMail(user.email, 'Mails to your automations are read again', [
						`The mailbox that your automations get their mails from is read again. You were told at ${when} that it was not. What came meanwhile is read now.`,
						link,
					]),
		);
		return;
	}
	const { mailbox } = settings.mail;
	if (!mailbox || !settings.operatorEmail) return;
	const [row] = await db.select({ problem: mailboxes.problem }).from(mailboxes).where(eq(mailboxes.id, ID));
	const problem = row?.problem ? `The server ${row.problem}.` : 'Perhaps no process with the mail role runs.';
	await mailer.send(
		what === 'away'
			? plainMail(settings.operatorEmail, 'The mailbox is not read', [
					`${mailbox.name} has not been read since ${at('UTC')}. ${problem}`,
					'You get one more mail when it is read again.',
				])
			: plainMail(settings.operatorEmail, 'The mailbox is read again', [
					`${mailbox.name} is read again. You were told at ${at('UTC')} that it was not.`,
				]),
	);
}

export const mailboxMail: Job<'mailbox-mail', MailNeeds> = { handle: mailAboutMailbox };

export const mailboxWatch: Job<'mailbox-watch', WatchNeeds> = {
	cron: '* * * * *',
	isNeeded: ({ settings }) => settings.mail.mailbox !== null,
	handle: (needs) => watchMailbox(needs, new Date(Date.now() - process.uptime() * 1000), new Date()),
};
