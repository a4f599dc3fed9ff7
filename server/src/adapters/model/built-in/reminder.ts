import { inWords } from './lexicon.ts';
import type { Findings } from './write.ts';

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const DAY = `(?:${DAYS.join('|')})`;
/** The days a prompt is for: "every Tuesday", "on Mondays", "if it is Friday", "on weekdays". */
const DAYS_MEANT = new RegExp(
	`\\b(?:every|each|only on|on)\\s+((?:${DAY}s?|weekdays?|weekends?)(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+or\\s+)${DAY}s?)*)\\b` +
		`|\\b(?:if|when)\\s+(?:it|today)\\s+is\\s+(?:an?\\s+|the\\s+)?((?:${DAY}|weekday|weekend)(?:\\s+or\\s+${DAY})*)\\b`,
	'i',
);
const CONDITION = /\b(?:if|unless|whether)\b/i;

/** A time of day with nothing to look at: the prompt itself is what there is to say. */
export function answerFromClock(prompt: string, now: Date, zone: string): Findings {
	const date = inZone(now, zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
	const time = inZone(now, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const moment = `It is ${date}, ${time} (${zone}).`;
	const text = prompt.trim() || 'It is time.';
	const subject = firstLine(text);

	const meant = DAYS_MEANT.exec(prompt);
	if (meant) {
		const today = inZone(now, zone, { weekday: 'long' }).toLowerCase();
		const days = daysOf(meant[1] ?? meant[2] ?? '');
		const met = days.includes(today);
		const names = inWords(days.map(capital), 'and');
		return {
			evidence: `${moment} The prompt is for ${names}.`,
			verdict: met ? 'met' : 'not met',
			information: met ? [text, moment] : [`${moment} The prompt is for ${names}.`],
			subject: met ? subject : `Not today: ${subject}`,
		};
	}
	if (CONDITION.test(prompt)) {
		const why =
			'Cannot tell: at a scheduled time the built-in model has nothing to look at but the clock. It can remind you ' +
			'of something, on certain days of the week if the prompt says so.';
		return { evidence: `${moment} ${why}`, verdict: 'cannot tell', information: [why, moment], subject };
	}
	return {
		evidence: `${moment} There is nothing to look at but the time, so the prompt is passed on as it stands.`,
		verdict: 'met',
		information: [text, moment],
		subject,
	};
}

function daysOf(words: string): string[] {
	const lower = words.toLowerCase();
	if (lower.startsWith('weekday')) return DAYS.slice(1, 6);
	if (lower.startsWith('weekend')) return ['saturday', 'sunday'];
	return DAYS.filter((day) => lower.includes(day));
}

function inZone(now: Date, zone: string, options: Intl.DateTimeFormatOptions): string {
	try {
		return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(now);
	} catch {
		return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(now);
	}
}

function firstLine(text: string): string {
	const [line = ''] = text.split('\n');
	return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
