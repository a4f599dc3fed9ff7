import { and, eq, isNull, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { automations } from '../automations/tables.ts';
import { plainMail } from '../base/html.ts';
import type { Db } from '../ports/database.ts';
import type { Mail, Mailer } from '../ports/mailer.ts';
import type { Job, Jobs } from '../ports/queue.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Runs of an automation failed. */
		'failure-mail': { uid: string; automationId: string };
		/** There are not enough credits: a charge left this balance, or a run was skipped. */
		'credits-mail': { uid: string; balance?: number };
		/** A charge left few credits. */
		'low-balance-mail': { uid: string; balance: number };
		/** An automation got more mail in an hour than it may accept; further mail is refused. */
		'refused-mails-mail': { uid: string; automationId: string };
		/** A webhook was turned off: it failed for a day, or said that it is gone. */
		'webhook-mail': { uid: string; url: string; problem: string; isGone: boolean };
	}
}

interface NoticeNeeds {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
}

/** Mails the owner which runs of an automation failed since the last such mail, and why. */
export async function mailFailures(
	{ db, mailer, publicUrl }: NoticeNeeds,
	automationId: string,
): Promise<void> {
	const { rows } = await db.execute(sql`
		select r._timestamp, r._reason, r.ended_at::text, a._name, u.email, u.mail_failures and u.disabled_at is null as mail_failures
		from automation_runs r
		join automations a on a.id = r."_automationId"
		join users u on u.id = r._owner
		where r."_automationId" = ${automationId} and r._status = 'failed'
			and r.ended_at > coalesce(a.failures_told_at, '-infinity')
		order by r.ended_at desc limit 100`);
	const [first] = rows;
	if (!first) return;
	// The time is stored even if no mail is sent: when the customer turns mails on again, only new failures are reported.
	if (first.mail_failures) await mailer.send(writeFailures(rows, publicUrl, automationId));
	// Runs that failed while the mail was being sent belong to the next one.
	await db
		.update(automations)
		.set({ failures_told_at: sql`${first.ended_at}::timestamptz` })
		.where(eq(automations.id, automationId));
}

function writeFailures(rows: Record<string, unknown>[], publicUrl: string, automationId: string): Mail {
	const [first] = rows;
	const name = String(first?._name);
	const reasons = [...new Set(rows.map((row) => String(row._reason)))].slice(0, 5);
	const count = rows.length === 1 ? 'A run' : `${rows.length} runs`;
	return plainMail(String(first?.email), `${name}: ${count.toLowerCase()} failed`, [
		`${count} of your automation "${name}" failed. Nothing was charged.`,
		...reasons,
		{
			words: 'See what happened and run it again',
			link: `${publicUrl}/app/runs?automation=${automationId}&outcome=failed`,
		},
	]);
}

/** The balance has fallen to a few credits or to none. */
export async function mailLowBalance(
	{ db, mailer, publicUrl }: NoticeNeeds,
	{ uid, balance }: { uid: string; balance: number },
): Promise<void> {
	const user = await wantsCreditMails(db, uid);
	if (!user) return;
	const [credits, are, they] =
		balance === 1 ? ['1 credit', 'is', 'it is'] : [`${balance} credits`, 'are', 'they are'];
	const [subject, words] =
		balance === 0
			? ['Your credits are used up', 'Automations that cost credits are skipped until there are some again.']
			: [
					`You have ${credits} left`,
					`${credits} ${are} left. When ${they} used up, automations that cost credits are skipped.`,
				];
	await mailer.send(
		plainMail(user.email, subject, [words, { words: 'Buy credits', link: `${publicUrl}/app/billing` }]),
	);
}

export async function mailCredits({ db, mailer, publicUrl }: NoticeNeeds, uid: string): Promise<void> {
	const user = await wantsCreditMails(db, uid);
	if (!user) return;
	await mailer.send(
		plainMail(user.email, 'Your automations are waiting for credits', [
			'An automation could not run because there were not enough credits. Until there are, runs are skipped and mails to your automations are refused. Most senders try again for a few days.',
			{ words: 'Buy credits', link: `${publicUrl}/app/billing` },
		]),
	);
}

/** A webhook was turned off. Sent even if the customer turned other mails off: nothing else reports it. */
async function mailWebhookOff(
	{ db, mailer, publicUrl }: NoticeNeeds,
	{ uid, url, problem, isGone }: Jobs['webhook-mail'],
): Promise<void> {
	const [user] = await db
		.select({ email: users.email })
		.from(users)
		.where(and(eq(users.id, uid), isNull(users.disabled_at)));
	if (!user) return;
	await mailer.send(
		plainMail(user.email, 'A webhook was turned off', [
			isGone
				? `${url} answered that nothing is to be sent there any more, so the webhook was turned off.`
				: `Nothing that was sent to ${url} arrived for a day, so the webhook was turned off. What failed last: ${problem}`,
			'When the address works again, turn the webhook on. You can send again what did not arrive.',
			{ words: 'Look at your webhooks', link: `${publicUrl}/app/account#webhooks` },
		]),
	);
}

/** An automation got more mail in an hour than it may accept. */
export async function mailRefusedMails(
	{ db, mailer, publicUrl }: NoticeNeeds,
	automationId: string,
): Promise<void> {
	const [found] = await db
		.select({ name: automations._name, email: users.email })
		.from(automations)
		.innerJoin(
			users,
			and(eq(users.id, automations._owner), eq(users.mail_failures, true), isNull(users.disabled_at)),
		)
		.where(eq(automations.id, automationId));
	if (!found) return;
	await mailer.send(
		plainMail(found.email, `${found.name} gets too much mail`, [
			`Your automation "${found.name}" got more mail within an hour than it may take. Further mails are refused until the hour is over; their senders are asked to try again later.`,
			'If you do not expect that much mail, someone may know its address. A new automation has a new address.',
			{ words: 'Look at your automations', link: `${publicUrl}/app/automations` },
		]),
	);
}

type NoticeJob<N extends keyof Jobs> = Job<N, NoticeNeeds>;

export const failureMail: NoticeJob<'failure-mail'> = {
	handle: (needs, { automationId }) => mailFailures(needs, automationId),
};
export const creditsMail: NoticeJob<'credits-mail'> = {
	handle: (needs, { uid, balance }) =>
		balance === undefined ? mailCredits(needs, uid) : mailLowBalance(needs, { uid, balance }),
};
export const lowBalanceMail: NoticeJob<'low-balance-mail'> = { handle: mailLowBalance };
export const refusedMailsMail: NoticeJob<'refused-mails-mail'> = {
	handle: (needs, { automationId }) => mailRefusedMails(needs, automationId),
};
export const webhookMail: NoticeJob<'webhook-mail'> = { handle: mailWebhookOff };

async function wantsCreditMails(db: Db, uid: string): Promise<{ email: string } | undefined> {
	const [user] = await db
		.select({ email: users.email })
		.from(users)
		.where(and(eq(users.id, uid), eq(users.mail_credits, true), isNull(users.disabled_at)));
	return user;
}
