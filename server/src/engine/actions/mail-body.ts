import type { PictureBox } from '@watchword/contract/boxes';
import type { FieldValue } from '@watchword/contract/field';
import { valueInWords } from '@watchword/contract/field-value';
import type { Zone } from '@watchword/contract/zone';
import { escapeHtml } from '../../base/letter.ts';
import { pictureType } from '../../files/files.ts';
import { readPicture } from '../../pictures/decoder.ts';
import type { Mail } from '../../ports.ts';
import { wordsOfAlert } from '../alerts/words.ts';
import { pictureOf } from '../deciding/gather.ts';
import type { EngineNeeds } from '../end.ts';
import type { LeasedRun } from '../lease.ts';
import { htmlToText } from '../reading/html.ts';
import type { MailEnds } from './outgoing.ts';
import { type SnoozeLines, snoozeLines } from './snooze-lines.ts';

/** Made from the run's id, so that a mail that is sent again after a crash is recognised as the same mail. */
export const runMessageId = ({ mailDomain }: EngineNeeds, run: LeasedRun, place = 0) =>
	`<run-${run.id}${place > 0 ? `-${place}` : ''}@${mailDomain}>`;

type RunMail = Pick<Mail, 'subject' | 'text' | 'html' | 'messageId' | 'pictures'>;

/**
 * Writes the mail of a run for each of its recipients: the model's text, the capture, the evidence and a link to the run. The
 * picture is drawn once.
 */
export function mailWriter(needs: EngineNeeds, run: LeasedRun) {
	let prepared: Promise<{ words: LeasedRun; pictures: NonNullable<Mail['pictures']> }> | undefined;
	const prepare = async () => ({
		words: asEdited(await wordsOfAlert(needs.db, run)),
		pictures: await picturesOf(needs, run, 'capture'),
	});
	return async ({ unsubscribe, link }: MailEnds, place: number): Promise<RunMail> => {
		prepared ??= prepare();
		const { words, pictures } = await prepared;
		return {
			...writeMail(words, run.name, {
				link: `${needs.publicUrl}/app/runs?run=${run.id}`,
				unsubscribe,
				snooze: link === null ? null : snoozeLines(needs.publicUrl, link),
				picture: pictures.length > 0 ? 'cid:capture' : null,
			}),
			messageId: runMessageId(needs, run, place),
			pictures,
		};
	};
}

/** The capture of a run with the boxes drawn on it, as a picture in a mail; none where there is no capture. */
export async function picturesOf(
	needs: EngineNeeds,
	run: Parameters<typeof pictureOf>[1] & Pick<LeasedRun, 'action_boxes' | 'action_zones'>,
	cid: string,
): Promise<NonNullable<Mail['pictures']>> {
	const capture = await pictureOf(needs, run);
	if (!capture) return [];
	const drawn = await drawFindings(capture, run);
	const contentType = drawn ? 'image/jpeg' : pictureType(run.trigger_capture ?? '');
	return [{ cid, contentType, bytes: drawn ?? capture }];
}

/** The picture as a JPEG with boxes and zones drawn on it; null if there are none or drawing fails. */
export async function drawFindings(
	picture: Buffer,
	{ action_boxes, action_zones }: Pick<LeasedRun, 'action_boxes' | 'action_zones'>,
): Promise<Buffer | null> {
	if (action_boxes.length === 0 && action_zones.length === 0) return null;
	const outlines = action_zones.map(({ points, use }) => ({ points, use, number: null }));
	const frames = action_boxes.map(({ left, top, right, bottom, counted }) => ({
		left,
		top,
		right,
		bottom,
		dashed: !counted,
	}));
	// A mail without boxes is better than no mail.
	const made = await readPicture('camera', picture, { jpeg: { quality: 85, frames, outlines } }).catch(
		() => null,
	);
	return made?.jpeg ?? null;
}

/** Names the objects in the boxes, because their names are not drawn on the picture. */
function captionOf(boxes: readonly PictureBox[], zones: readonly Zone[]): string {
	const named = (counted: boolean) => [
		...new Set(boxes.filter((box) => box.counted === counted).map(({ name }) => name)),
	];
	const [sure, faint] = [named(true), named(false)];
	const outlined = zones.map(({ name }) => name);
	return [
		sure.length > 0 && `Framed: ${sure.join(', ')}.`,
		faint.length > 0 && `Dashed, not sure and not counted: ${faint.join(', ')}.`,
		outlined.length > 0 && `Outlined: ${outlined.join(', ')}.`,
	]
		.filter(Boolean)
		.join(' ');
}

type Decided = Pick<
	LeasedRun,
	| 'action_email_subject'
	| 'action_email_html'
	| 'action_information'
	| 'action_evidence'
	| 'action_boxes'
	| 'action_zones'
	| 'action_fields'
>;

export const bodyOf = (run: Pick<Decided, 'action_email_html' | 'action_information'>) =>
	run.action_email_html ?? `<p>${escapeHtml(run.action_information ?? '')}</p>`;

type Edited = Pick<LeasedRun, 'action_draft' | 'action_email_subject' | 'action_email_html'>;

/** The run with the words that its owner changed before saying yes. What the owner typed is text, and becomes safe HTML. */
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
		.map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
		.join('\n');

/** A reply goes to somebody who may know nothing about automations, so it contains the model's text only. */
export function writeReply(run: Decided): Pick<Mail, 'text' | 'html'> {
	const html = bodyOf(run);
	return { html, text: `${htmlToText(html)}\n` };
}

/** What was found for the fields, as a small table. Everything in it may be a stranger's words. */
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
	/** The source of the picture: a `cid:` or `data:` address. */
	picture: string | null;
}

/** The subject and body of the mail of a run. */
export function writeMail(
	run: Decided,
	name: string,
	{ link, unsubscribe, snooze, picture }: Places,
): Pick<Mail, 'subject' | 'text' | 'html'> {
	const body = bodyOf(run);
	const links = [
		...(link ? [{ words: 'See the run', to: link }] : []),
		...(unsubscribe ? [{ words: 'Stop these mails', to: unsubscribe }] : []),
	];
	const small = (html: string) => `<p style="color:#6b6b63;font-size:13px">${html}</p>`;
	const caption = picture ? captionOf(run.action_boxes, run.action_zones) : '';
	const html = [
		body,
		picture && `<p><img src="${picture}" alt="The capture" style="max-width:100%;border-radius:8px"></p>`,
		caption && small(escapeHtml(caption)),
		fieldTable(run.action_fields),
		small(escapeHtml(run.action_evidence ?? '')),
		small(
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
		text: `${htmlToText(body)}\n\n${fieldLines(run.action_fields)}${run.action_evidence ?? ''}\n\n${end}\n`,
	};
}
