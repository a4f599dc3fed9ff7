import { clockTime } from '@watchword/contract/clock-time';
import type { FieldValue } from '@watchword/contract/field';
import { valueInWords } from '@watchword/contract/field-value';
import { eq } from 'drizzle-orm';
import { escapeHtml, linesToHtml, smallPrint } from '../../base/html.ts';
import { captures } from '../../devices/tables.ts';
import { htmlToText } from '../../mail/reading/html.ts';
import type { Db } from '../../ports/database.ts';
import type { Mail } from '../../ports/mailer.ts';
import { isRunAgain } from '../../runs/again.ts';
import { wordsOfAlert } from '../alerts/words.ts';
import type { EngineNeeds } from '../engine-needs.ts';
import type { LeasedRun } from '../lease.ts';
import { captionOf, picturesOf } from './mail-pictures.ts';
import type { MailEnds } from './outgoing.ts';
import { type SnoozeLines, snoozeLines } from './snooze-lines.ts';

/** Made from the run's id, so that a mail that is sent again after a crash is recognised as the same mail. */
export const runMessageId = ({ mailDomain }: EngineNeeds, run: LeasedRun, place = 0) =>
	`<run-${run.id}${place > 0 ? `-${place}` : ''}@${mailDomain}>`;

type RunMail = Pick<Mail, 'subject' | 'text' | 'html' | 'messageId' | 'pictures'>;

/**
 * Writes the mail of a run for each of its recipients: the model's text, the pictures, the evidence and a link to the run. The
 * pictures are drawn once.
 */
export function mailWriter(needs: EngineNeeds, run: LeasedRun) {
	const prepare = async () => ({
		words: asEdited(await wordsOfAlert(needs.db, run)),
		pictures: await picturesOf(needs.objects, run),
		taken: await takenAt(needs.db, run),
	});
	let prepared: ReturnType<typeof prepare> | undefined;
	return async ({ unsubscribe, link }: MailEnds, place: number): Promise<RunMail> => {
		prepared ??= prepare();
		const { words, pictures, taken } = await prepared;
		return {
			...writeMail(words, run.name, {
				link: `${needs.publicUrl}/app/runs?run=${run.id}`,
				unsubscribe,
				snooze: link === null ? null : snoozeLines(needs.publicUrl, link),
				pictures: pictures.map(({ cid }) => `cid:${cid}`),
				taken: taken && takenWords(taken, run.accountZone, pictures.length),
			}),
			messageId: runMessageId(needs, run, place),
			pictures,
		};
	};
}

/** When the picture of a run was taken: the time of the run, unless it is run again. */
async function takenAt(db: Db, run: LeasedRun): Promise<Date | null> {
	const { trigger_captureId } = run;
	if (trigger_captureId === null) return null;
	if (!isRunAgain(run)) return run._timestamp;
	const { captured_at } = captures;
	const [capture] = await db.select({ captured_at }).from(captures).where(eq(captures.id, trigger_captureId));
	return capture?.captured_at ?? null;
}

export const takenWords = (taken: Date, zone: string, count: number) =>
	`${count > 1 ? 'The pictures were' : 'The picture was'} taken at ${clockTime(taken, zone, new Date())} (${zone.replaceAll('_', ' ')}).`;

type Decided = Pick<
	LeasedRun,
	| 'action_email_subject'
	| 'action_email_html'
	| 'action_information'
	| 'action_evidence'
	| 'action_boxes'
	| 'action_zones'
	| 'action_fields'
	| '_triggerType'
>;

/** What a mail or a push message says of why. At a scheduled time there was nothing to look at: they say what the prompt says. */
export const evidenceFor = (run: Pick<Decided, '_triggerType' | 'action_evidence'>) =>
	run._triggerType === 'schedule' ? null : run.action_evidence;

export const bodyOf = (run: Pick<Decided, 'action_email_html' | 'action_information'>) =>
	run.action_email_html ?? `<p>${escapeHtml(run.action_information ?? '')}</p>`;

type Edited = Pick<LeasedRun, 'action_draft' | 'action_email_subject' | 'action_email_html'>;

/** The run with the words that its owner changed before approving. The owner typed plain text, which becomes safe HTML. */
export const asEdited = <R extends Edited>(run: R): R => ({
	...run,
	action_email_subject: run.action_draft?.subject ?? run.action_email_subject,
	action_email_html:
		run.action_draft?.text != null ? textToHtml(run.action_draft.text) : run.action_email_html,
});

/** A blank line begins a new paragraph. */
export const textToHtml = (text: string) =>
	text
		.split(/\n[ \t]*\n\s*/)
		.filter((paragraph) => paragraph.trim() !== '')
		.map((paragraph) => `<p>${linesToHtml(paragraph.trim())}</p>`)
		.join('\n');

/** A reply goes to somebody who may know nothing about automations, so it contains the model's text only. */
export function writeReply(run: Parameters<typeof bodyOf>[0]): Pick<Mail, 'text' | 'html'> {
	const html = bodyOf(run);
	return { html, text: `${htmlToText(html)}\n` };
}

/** The values of the fields as a small table. All of it may be a stranger's words. */
function fieldTable(fields: readonly FieldValue[]): string {
	if (fields.length === 0) return '';
	const cell = (tag: 'th' | 'td', text: string) =>
		`<${tag} style="text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e4e1d8">${escapeHtml(text)}</${tag}>`;
	const rows = fields.map(
		({ name, value }) => `<tr>${cell('th', name)}${cell('td', valueInWords(value) || 'not found')}</tr>`,
	);
	return `<table style="border-collapse:collapse;margin:16px 0">${rows.join('')}</table>`;
}

const fieldLines = (fields: readonly FieldValue[]) =>
	fields.length === 0
		? ''
		: `${fields.map(({ name, value }) => `${name}: ${valueInWords(value) || 'not found'}`).join('\n')}\n\n`;

interface Places {
	/** The address of the run's page; null for a trial, which has none. */
	link: string | null;
	unsubscribe: string | null;
	/** How the owner snoozes the automation; null for anybody else. */
	snooze: SnoozeLines | null;
	/** The sources of the pictures: `cid:` or `data:` addresses. */
	pictures: string[];
	/** When they were taken, in words. */
	taken: string | null;
}

/** A picture in a mail, as wide as possible. */
export const image = (source: string) =>
	`<p><img src="${source}" alt="The capture" style="max-width:100%;border-radius:8px"></p>`;

/** The subject and body of the mail of a run. */
export function writeMail(
	run: Decided,
	name: string,
	{ link, unsubscribe, snooze, pictures, taken }: Places,
): Pick<Mail, 'subject' | 'text' | 'html'> {
	const body = bodyOf(run);
	const evidence = evidenceFor(run);
	const links = [
		...(link ? [{ words: 'See the run', to: link }] : []),
		...(unsubscribe ? [{ words: 'Stop these mails', to: unsubscribe }] : []),
	];
	const caption = captionOf(run.action_boxes, run.action_zones, pictures.length);
	const html = [
		body,
		...pictures.map(image),
		(taken || caption) && smallPrint(escapeHtml([taken, caption].filter(Boolean).join(' '))),
		fieldTable(run.action_fields),
		evidence && smallPrint(linesToHtml(evidence)),
		smallPrint(
			[
				`Sent by the automation ${escapeHtml(name)}.`,
				...links.map(({ words, to }) => `<a href="${escapeHtml(to)}">${words}</a>`),
			].join(' '),
		),
		snooze?.html,
	];
	const end = [
		`Sent by the automation ${name}.`,
		...links.map(({ words, to }) => `${words}: ${to}`),
		...(snooze ? [snooze.text] : []),
	].join('\n');
	return {
		subject: run.action_email_subject ?? name,
		html: html.filter(Boolean).join('\n'),
		text: `${htmlToText(body)}\n\n${fieldLines(run.action_fields)}${[evidence, taken, end].filter(Boolean).join('\n\n')}\n`,
	};
}
