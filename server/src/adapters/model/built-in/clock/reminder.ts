import type { PromptReading } from '@watchword/contract/prompt-reading';
import { sentencesOf } from '../letter.ts';
import { MOST_READ } from '../words.ts';
import type { Findings } from '../write.ts';
import { type Days, daysMeant, nextOf, withDates } from './days.ts';

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
	const letter = letterOf(prompt, days, today);

	if (!letter && isBeyond(prompt, days)) {
		const why = `Cannot tell: ${NOTHING_TO_SEE}`;
		return { evidence: `${moment} ${why}`, verdict: 'cannot tell', information: [why, moment], subject };
	}
	if (days) {
		const met = days.includes(today);
		return {
			evidence: `${moment} The prompt is for ${days.name}.`,
			verdict: met === null ? 'cannot tell' : met ? 'met' : 'not met',
			information: met
				? (letter ?? reminderOf(prompt, subject))
				: [
						`${moment} The prompt is for ${days.name}; the next is ${nextOf(days, today) ?? 'more than a year away'}.`,
					],
			subject: met ? subject : `Not today: ${subject}`,
		};
	}
	if (/^\s*what (?:day|date|time) is it\b/i.test(prompt))
		return { evidence: moment, verdict: 'met', information: [moment], subject: `${date}, ${time}` };
	return {
		evidence: `${moment} There is nothing to look at but the time, so the prompt is passed on.`,
		verdict: 'met',
		information: letter ?? reminderOf(prompt, subject),
		subject,
	};
}

/** Questions, and orders for what nobody but the customer knows. */
const ORDERS =
	/^(?:please\s+)?(?:(?:send|give|show|mail|e-?mail)\s+(?:me|us)\s+(?:the|today['’]s|tomorrow['’]s|some|my|our|(?:an?\s+)?(?!\s*(?:an?\s+)?(?:short\s+)?(?:reminder|note|message|mail|e-?mail|text)\b)\p{L}+)\b|tell\s+(?:me|us)\s+(?:what|which|who|how|when|where|why|whether|the\s+(?:weather|news|time|date))\b|summari[sz]e|translate|describe|write\s+(?:me\s+|us\s+)?(?:an?\s+)?(?:\p{L}+\s+)?(?:poem|story|joke|article|summary|report|song)\b|how\s+(?:many|much|long|is|are)\b|(?:what|which|who|where|why|is|are|will|does)\b.*\?\s*$)/iu;

function isBeyond(prompt: string, days: Days | null): boolean {
	if (!days && CONDITION.test(prompt)) return true;
	if (/^\s*what (?:day|date|time) is it\b/i.test(prompt)) return false;
	// Which days these are is not known.
	const rest = withoutDays(prompt, days);
	return (
		ORDERS.test(rest) ||
		/^except\b|^(?:in|during)\s+(?:the\s+)?(?:spring|summer|autumn|fall|winter)\b|\b(?:except|but\s+not)\s+(?:on\s+)?(?:public\s+|bank\s+)?holidays?\b/i.test(
			rest,
		)
	);
}

const withoutDays = (prompt: string, days: Days | null) =>
	(days ? prompt.replace(days.words, ' ') : prompt).replace(/^[\s,:;–-]+/, '').trim();

/** A letter to somebody else, where the prompt says what to write to them; null if it is a reminder. */
function letterOf(prompt: string, days: Days | null, today: Date): string[] | null {
	const bare = withoutDays(prompt, days);
	if (bare.length > MOST_READ) return null;
	if (!/^(?:please\s+)?(?:write|send|mail|e-?mail|tell|inform|remind|let|say|wish|thank|ask)\b/i.test(bare))
		return null;
	if (/\b(?:me|us|myself)\b/i.test(bare.slice(0, 40))) return null;
	const sentences = sentencesOf(bare);
	if (!sentences || sentences.length === 0) return null;
	const text = withDates(sentences.join(' '), today);
	return [...(/^(?:hello|good )/i.test(text) ? [] : ['Hello,']), text, 'Kind regards'];
}

/** How a prompt for a schedule will be read, for the customer who is typing it. */
export function explainReminder(prompt: string): PromptReading {
	const days = daysMeant(prompt);
	if (isBeyond(prompt, days)) return { readAs: null, beyond: [prompt.trim().slice(0, 100)] };
	const next = days && nextOf(days, new Date());
	const when = days ? `, ${days.name}, ${next ? `next on ${next}` : 'not within a year'}` : '';
	const kind = letterOf(prompt, days, new Date()) ? 'a mail' : 'a reminder';
	return { readAs: `${kind}${when}: ${subjectOf(prompt, days)}`, beyond: [] };
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
	const line = prompt.trim().split('\n', 1)[0]?.slice(0, MOST_READ) ?? '';
	const written = letterOf(line, days, new Date(0)) && sentencesOf(withoutDays(line, days));
	if (written?.[0]) return written[0].replace(/[.!?]$/, '');
	const bare = (days ? line.replace(days.words, ' ') : line)
		.replace(/\s+/g, ' ')
		.replace(/^[\s,:;–-]+/, '')
		.replace(
			/^(?:please\s+)?(?:(?:send|mail|email|write|give)\s+(?:me|us)\s+(?:a|an|the)?\s*(?:reminder|mail|email|message|note)?|remind\s+(?:me|us)|tell\s+(?:me|us)|notify\s+(?:me|us)|let\s+(?:me|us)\s+know)\b/i,
			'',
		)
		.replace(/^(?:please\s+)?erinnere?\s+(?:mich|uns)(?:\s+bitte)?/i, '')
		.replace(/^[\s,:;–-]+/, '')
		.replace(/^(?:daran\s*,?|an)\s+/i, '')
		// "Remind me tomorrow to call": it is the day on which the reminder comes.
		.replace(/^(?:today|tomorrow|tonight)\s+(?=(?:to|about|of|that)\b)/i, '')
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
export function dayIn(now: Date, zone: string): Date {
	const part = (options: Intl.DateTimeFormatOptions) => Number(inZone(now, zone, options).replace(/\D/g, ''));
	return new Date(
		Date.UTC(part({ year: 'numeric' }), part({ month: 'numeric' }) - 1, part({ day: 'numeric' })),
	);
}
