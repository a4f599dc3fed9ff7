/** Conditions on what has happened to something: "if an order is delayed", “wenn eine Karte gesperrt wurde”. */

import { withoutQuotes } from './extract.ts';
import { signOf } from './name-before.ts';
import { isClaim, isOfNow, isReport, sentencesIn, withoutSpeech } from './sentences.ts';
import { waysToSay } from './words.ts';

export interface Event {
	words: string;
	/** What it happens to. */
	thing: string;
	/** The verb: "delayed", "gesperrt". */
	deed: string;
	/** It has happened: “geliefert wurde”, which “wird geliefert” does not say. */
	isPast: boolean;
	/** The customer's own: "my order", which a mail calls “your order”. */
	isOwn: boolean;
}

const THING =
	'(?:(?:an?|the|(my|our|meine?|unsere?)|any|eine?|der|die|das)\\s+)?(\\p{L}[\\p{L}-]{2,30}(?:\\s\\p{L}[\\p{L}-]{2,30}){0,2}?)';
const CUE = '(?<=(?<!\\p{L})(?:if|when|whenever|once|and|or|but)\\s+)';
const END = '(?=\\s*(?:$|[,.;:!?\\n])|\\s+(?:and|or|but|unless|except)\\s)';
const ENGLISH = new RegExp(
	`${CUE}${THING}\\s+(?:is|are|was|were|gets|got|has\\s+been|have\\s+been)\\s+(\\p{L}{2,}ed|sent|sold|lost|paid|built|broken|stolen|withdrawn|\\p{L}*ge\\p{L}{3,}(?:t|en))${END}`,
	'giu',
);
const GERMAN = new RegExp(
	`${CUE}${THING}\\s+((?!erwähnt|genannt|enthalten)(?:\\p{L}*ge\\p{L}{2,}(?:t|en)|\\p{L}{2,}iert|(?:be|er|ver|ent|zer)\\p{L}{2,}(?:t|en)))\\s+(?:wurden?|wird|werden|ist|sind|worden\\s+ist)${END}`,
	'giu',
);

/** The events of a prompt, and the prompt without them. */
export function takeEvents(prompt: string): { rest: string; events: Event[] } {
	const events: Event[] = [];
	const take = (words: string, own: string | undefined, thing: string, deed: string) => {
		if (/^(?:it|this|that|they|there|mail|email|message|etwas|something)$/i.test(thing)) return words;
		const isPast = /(?<!\p{L})(?:wurden?|worden|ist|sind)$/iu.test(words.trim());
		events.push({ words: words.trim(), thing, deed, isPast, isOwn: own !== undefined });
		return ` ${signOf('event', events.length - 1)} `;
	};
	const rest = prompt.replace(ENGLISH, take).replace(GERMAN, take);
	return { rest, events };
}

/** Behind a preposition it is part of something else: “the flight of my sister is delayed”. */
const SUBJECT =
	'(?<!(?:^|[^\\p{L}])(?:of|for|to|with|about|in|on|from|by|at|through|via|without|near|behind|von|vom|für|mit|an|zu|zum|zur|bei|auf|aus|nach|über)\\s(?:\\p{L}+\\s){0,2})(?<!\\p{L})';
const OWN = `${SUBJECT}(?<=(?<!\\p{L})(?:your|ihre?|deine?|eure?)\\s(?:\\p{L}+\\s)?)`;
const IS = 'is|are|was|were|been|wurden?|ist|sind';
/** A few words between the thing and its verb, which name no other thing. */
const GAP =
	'(?:\\s+(?!(?:and|but|or|which|that|und|aber|oder|deren|dessen)(?!\\p{L}))(?:\\d{1,2}\\.(?=\\s)|[^\\s.;:!?,]+)(?:(?:\\.(?=[\\p{L}\\d])|,(?=\\d))[^\\s;:!?,]*){0,2}){0,5}?';

/** “Your booking terms were changed”: what follows the thing at once is its number or name, when or where it is, or a verb. */
const FOLLOWED =
	'(?=\\s+(?:[^\\p{L}\\s]|\\p{L}+\\.\\p{L}|\\p{L}*\\d|\\p{L}{1,3}\\s\\d|(?-i:\\p{Lu})|(?:is|are|was|were|has|have|had|been|takes|goes|findet|wurden?|wird|werden|ist|sind|hat|haben|on|for|from|to|with|at|in|no(?!\\slonger)|nr|number|dated|ending|also|now|just|today|tomorrow|yesterday|again|which|of(?!\\s(?:my|his|her|their|an?|another)(?!\\p{L}))|am|um|für|vom|von|mit|nach|zum|zur|bei|im|nicht|heute|gestern|jetzt|nummer|\\p{L}+ly)(?!\\p{L})))';

/** The same between the verb and the deed: what is “waiting to be signed” is not signed. */
const DONE = GAP.replace(
	'(?!(?:',
	'(?!(?:to|waiting|ready|about|going|supposed|expected|scheduled|planned|required|due|almost|nearly|partly|partially|never|not|as|last|yet|often|sometimes|being|zuletzt|fast|beinahe|teilweise|angeblich|',
);

/** A thing as a mail names it, as the subject of what is said. */
export const subjectPattern = (thing: string, isOwn: boolean) =>
	`${isOwn ? OWN : SUBJECT}(?:\\p{L}{3,30}(?=\\p{Ll}))?(?:${either(thing)})(?!\\p{L})`;

const either = (term: string) =>
	waysToSay(term.toLowerCase())
		.map((word) => RegExp.escape(word))
		.join('|');

/** Verbs of the same deed. */
const SAME_DEEDS = [
	['moved', 'rescheduled', 'verschoben', 'verlegt'],
	['increased', 'raised', 'erhöht', 'angehoben'],
	['blocked', 'locked', 'gesperrt'],
	['changed', 'geändert'],
	['confirmed', 'bestätigt'],
];
const deedsOf = (deed: string) =>
	(SAME_DEEDS.find((same) => same.includes(deed.toLowerCase())) ?? [deed]).map(either).join('|');
/** What is done by saying it: “we confirm your appointment”. */
const SAID_IS_DONE = /^(?:confirm|approv|reject|terminat)(?=ed$)/i;

/** “On Sunday and not today”. */
const NO_MORE = /(?<!\p{L})(?:not|no|never|only|nicht|kein\p{L}*|nur)(?!\p{L})/iu;

/** True if a sentence of the mail reports it, false if one denies it and none reports it. That none does proves nothing. */
export function judgeEvent(
	{ words, thing, deed, isPast, isOwn }: Event,
	mail: { subject: string; text: string },
	tests: string[],
): boolean | null {
	const named = subjectPattern(thing, isOwn);
	const what = `${named}${FOLLOWED}${GAP}`;
	const still = isPast ? '' : '|wird|werden';
	const deeds = deedsOf(deed);
	const done = SAID_IS_DONE.exec(deed)?.[0];
	/** “We have blocked your card”. */
	const active = new RegExp(
		`(?<!\\p{L})(?:(?:we|i|he|she|they)(?:\\s+have|\\s+has|['’]ve)?(?:\\s+just|\\s+\\p{L}+ly)?\\s+(?:${deeds}))\\s+(?:${isOwn ? 'your' : 'your|the|an?|this'})\\s+(?:\\p{L}+\\s+)?(?:${either(thing)})(?!\\p{L})(?=\\s*(?:$|[.,;:!)]|#?\\d)|\\s+(?:no|nr|on|for|at|to|with|today|because|due|until|from|and|\\p{L}+ly)(?!\\p{L}))`,
		'iu',
	);
	/** “We confirm your appointment on 3 May”; but not “we confirm your order within a day” or “with a text message”. */
	const saying = new RegExp(
		`(?<!\\p{L})(?:we|i)(?:\\s+hereby)?\\s+${done}e?\\s+(?:${isOwn ? 'your' : 'your|the|an?|this'})\\s+(?:\\p{L}+\\s+)?(?:${either(thing)})(?=\\s*(?:$|[.,;:!)]|#?\\d)|\\s+(?:no|nr)\\.?\\s|\\s+(?:on|for|at|of)\\s+(?:\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\\p{L})))`,
		'iu',
	);
	// “Am Samstag werden die Server gewartet” has its verb first; “ist die Heizung ausgefallen, …” is a condition.
	const report = new RegExp(
		`(?:${what}\\s+(?:${IS}${still})|(?<=\\S\\s)(?:wurden?|ist|sind${still})\\s+(?:\\p{L}+\\s+)?${named}${GAP})${DONE}\\s+(?:${deeds})(?!\\p{L})`,
		'iu',
	);
	/** A subject needs no verb: “Order 4711 cancelled”. */
	const heading = new RegExp(`^(?:\\p{L}+\\s)?${what}\\s+(?:${deeds})\\s*[.!]*$`, 'iu');
	const isNamed = new RegExp(either(thing), 'iu');
	const own = sentencesIn(withoutQuotes(`${mail.subject}\n\n${mail.text}`)).filter((one) =>
		isNamed.test(one),
	);
	const reports = (one: string) =>
		report.test(one) || active.test(one) || (done !== undefined && saying.test(one));
	const sentence =
		sentencesIn(mail.subject).find((one) => heading.test(one) && isReport(one)) ??
		own.find((one) => reports(withoutSpeech(one)) && isReport(one) && isOfNow(one));
	// “The room where the meeting takes place” says nothing of the meeting.
	const begin = '^(?:(?:but|so|and|the|our|your|this|der|die|das|ihre?|unsere?)\\s+){0,2}(?:\\p{L}+\\s)?';
	const denial = new RegExp(
		`${begin}${what}\\s+(?:(?:is|are|was|were)\\s+not|ha(?:s|ve)\\s+not\\s+(?:yet\\s+)?been|(?:wurden?|ist|sind)\\s+nicht)\\s+(?:yet\\s+)?(?:${deeds})(?!\\p{L})`,
		'iu',
	);
	const goesOn = new RegExp(
		`${begin}${what}\\s+(?:takes\\s+place|goes\\s+ahead|findet(?:\\s\\S+){0,6}?\\s+statt)`,
		'iu',
	);
	const isOff = /^(?:cancell?ed|called off|abgesagt|storniert)$/i.test(deed);
	const isDenied = (one: string) => {
		const denies = denial.exec(one)?.[0];
		const said = denies ?? (isOff ? goesOn.exec(one)?.[0] : undefined);
		if (said === undefined || !isClaim(said) || !isOfNow(one)) return false;
		const rest = one.slice(said.length);
		return denies === undefined
			? isClaim(one) &&
					/^\s*(?:$|[.,;!)]|(?:and|as|on|at|und|aber|wie|am)(?!\p{L}))/iu.test(rest) &&
					!NO_MORE.test(one)
			: /^\s*(?:$|[.,;!)]|(?:and|but|yet|und|aber)(?!\p{L}))/iu.test(rest);
	};
	const denied = sentence === undefined ? own.find(isDenied) : undefined;
	const found = sentence ?? denied;
	tests.push(
		found === undefined
			? `no sentence clearly says that “${words}”`
			: `“${words}”: ${found.slice(0, 200).toWellFormed()}`,
	);
	return found === undefined ? null : sentence !== undefined;
}
