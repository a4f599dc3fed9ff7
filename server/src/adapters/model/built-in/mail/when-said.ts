/** The day that a sentence of a mail gives for what a question names: “the plan renews on 21 November”. */

import { readDateAt, slashOrderOf } from '../results/dates.ts';
import { subjectPattern } from './events.ts';
import { withoutQuotes } from './extract.ts';
import { isClaim, isReport, sentencesIn } from './sentences.ts';
import { isSaid, waysToSay } from './words.ts';

/** Between the last of the words and the day. */
const MOST_BETWEEN = 45;
/** Another verb in between may be what the day is of. */
const OTHER_VERB =
	/(?<!\p{L})(?:ordered|paid|sent|sold|bought|received|not|moved from|planned|instead|nicht|statt|bestellt|bezahlt|gesendet|if|when|wenn|falls)(?!\p{L})/iu;

/** The day as it is written; none if no sentence, or several with other days, say it. */
export function daysSaid(about: string, text: string): string[] {
	const words = about
		.split(' ')
		.filter((word) => word.length > 2 && !/^(?:the|my|our|der|die|das)$/i.test(word));
	if (words.length === 0) return [];
	const order = slashOrderOf(text);
	const patterns = words.map(
		(word) =>
			new RegExp(
				`(?<!\\p{L})(?:${waysToSay(word.toLowerCase())
					.map((one) => RegExp.escape(one))
					.join('|')})(?:e?s|e?d|ing)?(?!\\p{L})`,
				'iu',
			),
	);
	const found = sentencesIn(withoutQuotes(text))
		.filter(isClaim)
		.flatMap((sentence) => {
			const places = patterns.map((pattern) => pattern.exec(sentence));
			if (places.includes(null)) return [];
			const end = Math.max(...places.map((place) => (place ? place.index + place[0].length : 0)));
			return dayIn(sentence.slice(end, end + MOST_BETWEEN + 30), order);
		});
	const days = [...new Set(found)];
	return days.length === 1 ? days : [];
}

/** The first day of a text, unless it stands far behind. */
function dayIn(text: string, order: ReturnType<typeof slashOrderOf>): string[] {
	for (const { index } of text.matchAll(/(?<![\p{L}\p{N}.])(?=[\p{L}\p{N}])/gu)) {
		if (index > MOST_BETWEEN) break;
		const found = readDateAt(text.slice(index), order);
		if (found)
			return OTHER_VERB.test(text.slice(0, index))
				? []
				: [
						text
							.slice(index, index + found.length)
							.trim()
							.replace(/[.,]$/, ''),
					];
	}
	return [];
}

/** How a sentence says when something is. */
const IS_ON =
	'(?:\\s\\([^)]{0,30}\\))?\\s+(?:(?:is|has\\s+been)\\s+(?:scheduled|planned|set)|(?:was|has\\s+been)\\s+(?:moved|rescheduled|postponed)(?:\\s+from\\s+\\p{L}+)?|takes\\s+place|(?:wurde|ist)\\s+auf|is|ist|findet)\\s+(?:(?:on|for|to|am|the|den|der)\\s+)*(?=[\\p{L}\\d])';
/** Behind a day: nothing, or the time and the place. Another day may be meant as well. */
const ENDS = /^\s*(?:$|[.;!(]|,?\s(?:at|um|from|in|im)\s|,\s(?!(?:or|oder|and|und|to|until|bis)\s))/i;
/** What has a date may have got another one. */
export const isMoved = (text: string) =>
	/(?<!\p{L})(?:extend(?:ed)?|postponed?|rescheduled?|verlängert|verschoben|verschieben)(?!\p{L})/iu.test(
		withoutQuotes(text),
	);
const OFF =
	/(?<!\p{L})(?:cancel\p{L}*|called off|(?:cannot|can['’]t|unable to) (?:come|make|attend|keep)|abgesagt|absagen|fällt|entfällt|nicht kommen)(?!\p{L})/iu;

/** Whether a sentence says that what has a day will not be. */
export const isOff = (label: string, text: string) =>
	sentencesIn(withoutQuotes(text)).some((one) => OFF.test(one) && isSaid(label, one));

/** The day of a sentence that says nothing else than when something is: “the meeting is on 25 November 2026”. */
export function daysToldOf(label: string, text: string) {
	const place = new RegExp(`${subjectPattern(label, false)}${IS_ON}`, 'iu');
	return sentencesIn(withoutQuotes(text))
		.filter((sentence) => isReport(sentence) && !OFF.test(sentence))
		.flatMap((sentence) => {
			const found = place.exec(sentence);
			const day = found ? sentence.slice(found.index + found[0].length) : '';
			const read = readDateAt(day, slashOrderOf(text));
			const isOne = read && ENDS.test(day.slice(read.length));
			return isOne ? [{ ...read, said: day.slice(0, read.length) }] : [];
		});
}
