import { clockTime } from '@watchword/contract/clock-time';
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import { automations } from '../../automations/tables.ts';
import { plainMail } from '../../base/html.ts';
import type { Db } from '../../ports/database.ts';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import type { Job } from '../../ports/queue.ts';
import { automationRuns, isWaiting } from '../../runs/tables.ts';
import { textToHtml } from '../actions/mail-body.ts';
import { askingSubject, endOfWaiting, findDraft } from './draft.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		/** A mail waits for its owner's approval; the owner gets the draft. */
		'approval-mail': { uid: string; runId: string };
		/** The owner is reminded of all waiting mails. */
		'approval-reminder': { uid: string };
	}
}

interface Needs {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
	mailDomain: string;
	approvalDays: number;
}

const MAX_LISTED = 20;

const WAITING = {
	id: automationRuns.id,
	uid: automationRuns._owner,
	asked_at: automationRuns.action_asked_at,
	name: automations._name,
	email: users.email,
	zone: users.zone,
	alert_zone: users.alert_zone,
};

const selectWaiting = (db: Db) =>
	db
		.select(WAITING)
		.from(automationRuns)
		.innerJoin(automations, eq(automations.id, automationRuns._automationId))
		.innerJoin(users, and(eq(users.id, automationRuns._owner), isNull(users.disabled_at)))
		.$dynamic();

type Waiting = Awaited<ReturnType<typeof selectWaiting>>[number];

/** Mails the draft of a waiting run to its owner. The link only opens the run: following it sends nothing. */
async function mailDraft(needs: Needs, runId: string): Promise<void> {
	const { db, mailer, mailDomain, approvalDays } = needs;
	const [run] = await selectWaiting(db).where(and(eq(automationRuns.id, runId), isWaiting));
	const draft = run && (await findDraft(db, run.uid, runId));
	if (!draft) return;
	const subject = askingSubject(draft);
	const before = plainMail(run.email, subject, [
		`Your automation "${run.name}" has written a mail, and asks before sending it.`,
		`To: ${draft.to.join(', ')}`,
		`Subject: ${draft.subject}`,
	]);
	const after = plainMail(run.email, subject, [
		{ words: 'Look at it, then send, change or discard it', link: linkOf(needs, run) },
		`Nothing is sent before you say yes. ${untilWords(run, approvalDays)}`,
	]);
	const mail: Mail = {
		to: run.email,
		subject,
		text: [before.text, quoted(draft.text), after.text].join('\n'),
		html: [
			before.html,
			`<blockquote style="margin:16px 0;padding:4px 16px;border-left:3px solid #c9c9bf">${textToHtml(draft.text)}</blockquote>`,
			after.html,
		].join('\n'),
		messageId: `<ask-${run.id}@${mailDomain}>`,
	};
	await mailer.send(mail);
}

/** Mails an owner everything that waits, oldest first. */
async function mailReminder(needs: Needs, uid: string): Promise<void> {
	const { db, mailer, publicUrl, approvalDays } = needs;
	const own = and(eq(automationRuns._owner, uid), isWaiting);
	const [total] = await db.select({ runs: count() }).from(automationRuns).where(own);
	const runs = await selectWaiting(db)
		.where(own)
		.orderBy(asc(automationRuns.action_asked_at), asc(automationRuns.id))
		.limit(MAX_LISTED);
	const [first] = runs;
	const waiting = total?.runs ?? 0;
	if (!first) return;
	const lines: Parameters<typeof plainMail>[2] = [];
	for (const run of runs) {
		const draft = await findDraft(db, uid, run.id);
		if (!draft) continue;
		lines.push(
			`"${draft.subject}" to ${draft.to.join(', ')}, by the automation "${run.name}". ${untilWords(run, approvalDays)}`,
			{ words: 'Look at it', link: linkOf(needs, run) },
		);
	}
	await mailer.send(
		plainMail(
			first.email,
			waiting === 1 ? 'A mail waits for your yes' : `${waiting} mails wait for your yes`,
			[
				'Nothing is sent before you say yes.',
				...lines,
				{
					words: waiting > runs.length ? `See all ${waiting}` : 'See what waits',
					link: `${publicUrl}/app/runs?waiting=yes`,
				},
				'You get this once a day while something waits. You can turn it off in your account.',
			],
		),
	);
}

export const approvalMail: Job<'approval-mail', Needs> = {
	handle: (needs, { runId }) => mailDraft(needs, runId),
};
export const approvalReminder: Job<'approval-reminder', Needs> = {
	handle: (needs, { uid }) => mailReminder(needs, uid),
};

const linkOf = ({ publicUrl }: Needs, { id }: Waiting) => `${publicUrl}/app/runs?run=${id}`;

function untilWords({ asked_at, zone, alert_zone }: Waiting, days: number): string {
	const until = endOfWaiting(asked_at, days);
	const where = zone ?? alert_zone;
	return `It waits until ${clockTime(until, where, new Date())} (${where.replaceAll('_', ' ')}), and is discarded then.`;
}

const quoted = (text: string) =>
	text
		.split('\n')
		.map((line) => `> ${line}`)
		.join('\n')
		.concat('\n');
