import type { PromptReading } from '@watchword/contract/prompt-reading';
import { type Days, daysMeant, nextOf, withDates } from './days.ts';
import type { Findings } from './write.ts';

const CONDITION = /\b(?:if|unless|whether)\b/i;
const NOTHING_TO_SEE =
	'at a scheduled time the built-in model has nothing to look at but the clock. It can remind you of something, on certain ' +
	'days if the prompt says so.';

/** A time of day with nothing to look at: the prompt itself is what there is to say. */
export function answerFromClock(prompt: string, now: Date, zone: string): Findings {
	const date = inZone(now, zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
	const time = inZone(now, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const moment = `It is ${date}, ${time} (${zone}).`;
	const today = dayIn(now, zone);
	const days = daysMeant(prompt);
	const subject = withDates(subjectOf(prompt, days), today);

	if (days) {
		const met = days.includes(today);
		return {
			evidence: `${moment} The prompt is for ${days.name}.`,
			verdict: met === null ? 'cannot tell' : met ? 'met' : 'not met',
			information: met
				? reminderOf(prompt, subject)
				: [
						`${moment} The prompt is for ${days.name}; the next is ${nextOf(days, today) ?? 'more than a year away'}.`,
					],
			subject: met ? subject : `Not today: ${subject}`,
		};
	}
	if (CONDITION.test(prompt)) {
		const why = `Cannot tell: ${NOTHING_TO_SEE}`;
		return { evidence: `${moment} ${why}`, verdict: 'cannot tell', information: [why, moment], subject };
	}
	return {
		evidence: `${moment} There is nothing to look at but the time, so the prompt is passed on.`,
		verdict: 'met',
		information: reminderOf(prompt, subject),
		subject,
	};
}

/** How a prompt for a schedule will be read, for the customer who is typing it. */
export function explainReminder(prompt: string): PromptReading {
	const days = daysMeant(prompt);
	if (!days && CONDITION.test(prompt)) return { readAs: null, beyond: [prompt.trim().slice(0, 100)] };
	const next = days && nextOf(days, new Date());
	const when = days ? `, ${days.name}, ${next ? `next on ${next}` : 'not within a year'}` : '';
	return { readAs: `a reminder${when}: ${subjectOf(prompt, days)}`, beyond: [] };
}

/** A reminder says what it is about, and all of the prompt where that is more. When it is, the evidence says. */
function reminderOf(prompt: string, subject: string): string[] {
	// The subject says all of a short prompt.
	const text = prompt.trim();
	const isWhole = text === '' || (!text.includes('\n') && text.length < 200);
	return [`Reminder: ${subject}`, ...(isWhole ? [] : [text])];
}

/** What a reminder is about: the prompt without its days and without the order to remind. */
function subjectOf(prompt: string, days: Days | null): string {
	const [line = ''] = prompt.trim().split('\n');
	const bare = (days ? line.replace(days.words, ' ') : line)
		.replace(/\s+/g, ' ')
		.replace(/^[\s,:;–-]+/, '')
		.replace(
			/^(?:please\s+)?(?:(?:send|mail|email|write|give)\s+(?:me|us)\s+(?:a|an|the)?\s*(?:reminder|mail|email|message|note)?|remind\s+(?:me|us)|tell\s+(?:me|us)|notify\s+(?:me|us)|let\s+(?:me|us)\s+know)\b/i,
			'',
		)
		.replace(/^[\s,:;–-]+/, '')
		.replace(/^(?:about|of|to|that(?: it is)?|for|saying)\s+/i, '')
		.replace(/[\s,:;.–-]+$/, '')
		.trim();
	const text = bare || line.trim() || 'It is time';
	const capital = text.charAt(0).toUpperCase() + text.slice(1);
	return capital.length > 100 ? `${capital.slice(0, 99).toWellFormed()}…` : capital;
}

function inZone(now: Date, zone: string, options: Intl.DateTimeFormatOptions): string {
	try {
		return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(now);
	} catch {
		return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(now);
	}
}

/** The day on the wall calendar of the zone, as midnight in UTC. */
function dayIn(now: Date, zone: string): Date {
	const part = (options: Intl.DateTimeFormatOptions) => Number(inZone(now, zone, options).replace(/\D/g, ''));
	return new Date(
		Date.UTC(part({ year: 'numeric' }), part({ month: 'numeric' }) - 1, part({ day: 'numeric' })),
	);
}
