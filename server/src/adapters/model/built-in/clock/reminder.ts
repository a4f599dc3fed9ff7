import {
	type DayRule,
	dayIn,
	dayInWords,
	daysInWords,
	inZone,
	isDue,
	nextDays,
} from '@watchword/contract/day-rule';
import { inWords } from '@watchword/contract/in-words';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { readDays } from '@watchword/model';
import type { Findings } from '../write.ts';
import { sentencesOf } from '../write-mail.ts';

const MAX_READ = 3000;

/** How a prompt for a schedule is understood. */
type Reading =
	/** What it does not say how to decide, in one sentence. */
	| { unsure: string }
	/** Null for each scheduled time. A mail is for somebody else. */
	| { rule: DayRule | null; mail: string[] | null };

/** A time of day with nothing to look at: the prompt itself is what there is to say. */
export function answerFromClock(prompt: string, now: Date, zone: string): Findings {
	const date = inZone(now, zone, 'en-GB', {
		weekday: 'long',
		day: 'numeric',
		month: 'long',
		year: 'numeric',
	}).replace(',', '');
	const time = inZone(now, zone, 'en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
	const moment = `It is ${date}, ${time} (${zone}).`;
	if (ASKS_FOR_DATE.test(prompt))
		return { evidence: moment, verdict: 'met', information: [moment], subject: `${date}, ${time}` };

	const reading = read(prompt);
	const subject = subjectOf(prompt);
	if ('unsure' in reading) {
		const why = `Cannot tell: ${reading.unsure}`;
		return { evidence: `${moment} ${why}`, verdict: 'cannot tell', information: [why, moment], subject };
	}
	const { rule, mail } = reading;
	const today = dayIn(now, zone);
	if (rule && !isDue(rule, today)) {
		const said = `${moment} It is due ${daysInWords(rule)}; ${nextInWords(rule, today, 1)}.`;
		return { evidence: said, verdict: 'not met', information: [said], subject };
	}
	const evidence = rule ? `${moment} It is due ${daysInWords(rule)}.` : moment;
	if (!mail) return { evidence, verdict: 'met', information: [prompt.trim()], subject };
	const greeting = /^(?:hello|good )/i.test(mail[0] ?? '') ? [] : ['Hello,'];
	const information = [...greeting, mail.join(' '), 'Kind regards'];
	return { evidence, verdict: 'met', information, subject: mail[0]?.replace(/[.!?]$/, '') ?? '' };
}

/** How a prompt for a schedule will be read, for the customer who is typing it. `day` is that of the next scheduled time. */
export function explainReminder(prompt: string, day: Date): PromptReading {
	if (ASKS_FOR_DATE.test(prompt)) return { readAs: 'the date and the time', beyond: [] };
	const reading = read(prompt);
	if ('unsure' in reading) return { readAs: null, beyond: [], why: reading.unsure };
	const { rule, mail } = reading;
	const kind = mail ? 'a mail' : 'a reminder';
	if (!rule) return { readAs: `${kind}, at each scheduled time`, beyond: [] };
	return { readAs: `${kind}, ${daysInWords(rule)}; ${nextInWords(rule, day, 3)}`, beyond: [] };
}

function nextInWords(rule: DayRule, from: Date, count: number): string {
	const days = nextDays(rule, from, count).map((day) => dayInWords(day, from));
	return days.length > 0 ? `next on ${inWords(days, 'and')}` : 'no such day comes';
}

const ASKS_FOR_DATE = /^\s*what (?:day|date|time) is it\b/i;
/** Questions, and orders for what nobody but the customer knows. */
const ORDERS =
	/^(?:please\s+)?(?:(?:send|give|show|mail|e-?mail)\s+(?:me|us)\s+(?:the|today['’]s|tomorrow['’]s|some|my|our|(?:an?\s+)?(?!\s*(?:an?\s+)?(?:short\s+)?(?:reminder|note|message|mail|e-?mail|text)\b)\p{L}+)\b|tell\s+(?:me|us)\s+(?:what|which|who|how|when|where|why|whether|the\s+(?:weather|news|time|date))\b|summari[sz]e|translate|describe|write\s+(?:me\s+|us\s+)?(?:an?\s+)?(?:\p{L}+\s+)?(?:poem|story|joke|article|summary|report|song)\b|how\s+(?:many|much|long|is|are)\b|(?:what|which|who|where|why|is|are|will|does)\b.*\?\s*$)/iu;
/** "Remind me to check whether the door is closed" is no condition. */
const CONDITION =
	/(?<!\b(?:check|see|ask|know|find\s+out|look|decide|prüfen|nachsehen|schauen),?\s)\b(?:if|unless|whether|wenn|falls|sofern)\b/i;

function read(prompt: string): Reading {
	if (prompt.length > MAX_READ)
		return { unsure: `A reminder has at most ${MAX_READ.toLocaleString('en')} characters.` };
	const days = readDays(prompt);
	if (days && 'unsure' in days) return days;
	const rest = withoutWords(prompt, days?.words);
	const condition = CONDITION.exec(rest)?.[0];
	if (condition) return { unsure: `“${condition}” asks for something that a date and a time do not show.` };
	if (ORDERS.test(rest))
		return { unsure: 'The prompt asks for something that a date and a time do not show.' };
	return { rule: days?.rule ?? null, mail: mailOf(rest) };
}

const withoutWords = (prompt: string, words = '') =>
	prompt
		.replace(words, ' ')
		.replace(/^[\s,:;–-]+/, '')
		.trim();

/** The sentences for somebody else, where the prompt says what to write to them; null if it is a reminder. */
function mailOf(rest: string): string[] | null {
	if (!/^(?:please\s+)?(?:write|send|mail|e-?mail|tell|inform|remind|let|say|wish|thank|ask)\b/i.test(rest))
		return null;
	if (/\b(?:me|us|myself)\b/i.test(rest.slice(0, 40))) return null;
	const sentences = sentencesOf(rest);
	return sentences && sentences.length > 0 ? sentences : null;
}

const LONGEST_SUBJECT = 120;

/** A prompt of one short sentence; for any other the subject is the automation's name, which an empty one stands for. */
function subjectOf(prompt: string): string {
	const sentence = prompt.trim().replace(/[.!]$/, '');
	return sentence.length <= LONGEST_SUBJECT && !/\n|(?<!\d)[.!?]\s/.test(sentence) ? sentence : '';
}
