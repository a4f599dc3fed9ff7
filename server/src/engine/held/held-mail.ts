/** The mail to a recipient about the alerts that were held. */

import { clockTime } from '@watchword/contract/clock-time';
import { snoozeLinkOf } from '../../automations/snooze-links.ts';
import type { automations } from '../../automations/tables.ts';
import { escapeHtml, linesToHtml, smallPrint } from '../../base/html.ts';
import type { Mail } from '../../ports/mailer.ts';
import type { automationRuns, heldAlerts } from '../../runs/tables.ts';
import { image } from '../actions/mail-body.ts';
import { captionOf, MAX_PICTURE_BYTES, picturesOf } from '../actions/mail-pictures.ts';
import { type SnoozeLines, snoozeLines } from '../actions/snooze-lines.ts';
import type { EngineNeeds } from '../engine-needs.ts';

const MAX_PICTURES = 16;

export interface HeldAlert {
	held: typeof heldAlerts.$inferSelect;
	/** With the words of its alert. */
	run: typeof automationRuns.$inferSelect;
	name: string;
	zone: string;
	automation: Pick<typeof automations.$inferSelect, '_snoozedUntil' | '_paused' | '_deleted'>;
}

/** The pictures of the first alerts, by run, as many as fit into a mail. No others are read, to save time. */
export async function picturesFor(needs: EngineNeeds, alerts: HeldAlert[]): Promise<HeldPictures> {
	const found: HeldPictures = new Map();
	let [left, bytes] = [MAX_PICTURES, MAX_PICTURE_BYTES];
	for (const { run } of alerts) {
		if (1 + run.trigger_frames.length > left) break;
		const pictures = await picturesOf(needs.objects, run, run.id);
		const size = pictures.reduce((sum, picture) => sum + picture.bytes.length, 0);
		if (size > bytes) break;
		left -= pictures.length;
		bytes -= size;
		found.set(run.id, pictures);
	}
	return found;
}

type HeldPictures = Map<string, NonNullable<Mail['pictures']>>;

/** The last lines: other readers can unsubscribe, the owner can snooze each automation. */
export async function endOf(
	needs: EngineNeeds,
	alerts: HeldAlert[],
	unsubscribe: string | null,
): Promise<SnoozeLines[]> {
	if (unsubscribe !== null) {
		const words = 'Stop these mails';
		const html = smallPrint(`<a href="${escapeHtml(unsubscribe)}">${words}</a>`);
		return [{ html, text: `${words}: ${unsubscribe}` }];
	}
	const firsts = new Map(alerts.toReversed().map((alert) => [alert.run._automationId, alert]));
	return Promise.all(
		[...firsts.values()].map(async ({ run, name }) =>
			snoozeLines(needs.publicUrl, await snoozeLinkOf(needs.db, run._automationId, run.id), `Snooze ${name}`),
		),
	);
}

/** "3 alerts from 02:10 to 05:30". */
export const alertsInWords = (count: number, first: string, last: string) =>
	`${count} alerts ${first === last ? `at ${first}` : `from ${first} to ${last}`}`;

export function writeHeld(
	publicUrl: string,
	alerts: HeldAlert[],
	pictures: HeldPictures,
	end: SnoozeLines[],
	now: Date,
): Pick<Mail, 'subject' | 'text' | 'html'> {
	const lines = alerts.map(({ run, name, zone }) => ({
		time: clockTime(run._timestamp, zone, now),
		name,
		words: run.action_email_subject ?? run.action_information ?? '',
		evidence: run.action_evidence ?? '',
		images: (pictures.get(run.id) ?? []).map(({ cid }) => image(`cid:${cid}`)),
		caption: captionOf(run.action_boxes, run.action_zones, pictures.get(run.id)?.length ?? 0),
		link: `${publicUrl}/app/runs?run=${run.id}`,
	}));
	const [first, last] = [lines[0], lines.at(-1)];
	const subject =
		lines.length === 1
			? `${first?.time}: ${first?.words || first?.name}`
			: alertsInWords(lines.length, first?.time ?? '', last?.time ?? '');
	const html = lines.flatMap(({ time, name, words, evidence, images, caption, link }) => [
		`<h3>${escapeHtml(`${time} ${name}`)}</h3>`,
		`<p>${escapeHtml(words)}</p>`,
		...images,
		...(caption ? [smallPrint(escapeHtml(caption))] : []),
		smallPrint(`${linesToHtml(evidence)} <a href="${escapeHtml(link)}">See the run</a>`),
	]);
	const text = lines.map(
		({ time, name, words, evidence, link }) => `${time} ${name}\n${words}\n${evidence}\n${link}\n`,
	);
	const why = lines.length === 1 ? 'This alert was held until now.' : 'These alerts were held until now.';
	return {
		subject,
		html: [`<p>${why}</p>`, ...html, ...end.map((lines) => lines.html)].join('\n'),
		text: [why, '', ...text, ...end.map((lines) => lines.text)].join('\n'),
	};
}
