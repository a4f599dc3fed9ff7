/** Takes what a prompt says about text and numbers in a picture out of it, before the grammar of objects reads the rest. */
import { type Condition, negate } from '../sight/condition.ts';
import { numberSaid } from '../sight/numerals.ts';
import { tokenise } from '../words.ts';
import { toItems } from './items.ts';
import { lookUp, type Meaning } from './lexicon.ts';
import { count } from './phrase.ts';
import { MARK, markOf } from './written-mark.ts';
import { readTargets } from './written-targets.ts';

/** What a prompt wants read, without a condition on it: "read the meter". */
export interface Asked {
	noun: string;
	/** A number is wanted, not words; null if either will do. */
	number: boolean | null;
}

export interface Taken {
	/** The prompt, with a mark in place of each condition. */
	rest: string;
	conditions: Condition[];
	asked: Asked | null;
}

const MOST_CONDITIONS = 20;

const DETERMINER = '(?:the|a|an|my|our|any|its|this|that)';
const PLATE = String.raw`(?:(?:number|licen[cs]e|registration|car)\s+plate(?:\s+number)?|plate(?:\s+number)?)`;
const DISPLAY = '(?:display|screen|panel|readout)';
const SIGN = String.raw`(?:sign|label|sticker|notice|board|whiteboard|blackboard|poster|banner|note|text|writing|lettering|inscription|page|letter|menu|tag|badge|ticket|receipt|house\s+number)`;
const METER = String.raw`(?:(?:(?:water|gas|electricity|electric|power|energy|heat|oil|pressure|parking)\s+)?(?:meter|gauge)(?:\s+reading)?|thermometer|thermostat|weighing\s+scale|scales?|counter|odometer|reading|number|value|temperature|humidity|pressure|level|speed|weight|price|score)`;
const WORD = String.raw`(?!(?:and|or|but|if|when|the|a|an|is|are|says?|reads?|shows?|on|at|in|of)\b)[\p{L}-]+`;
const WHERE = String.raw`(?:\s+(?:on|at|in|of|above|over|beside|near|by|behind)\s+(?:the|my|our|a|an)\s+${WORD}(?:\s+${WORD})?)?`;
const subject = (noun: string) =>
	String.raw`(?:${DETERMINER}\s+(?:${WORD}\s+){0,2}?)?\b(${noun})\b(?!\s+of\s+(?!the|my|our))${WHERE}`;
const VEHICLE = '(?:car|truck|lorry|van|bus|coach|train|tram|boat|ship|plane|motorbike|motorcycle|vehicle)';
/** What has something printed on it, and speaks in no other way. What people wear is seen beside other text. */
const PRINTED = `(?:${VEHICLE}|container|box|parcel|package|crate|bag|bottle|door|wall|shop|building)`;
const NOT = String.raw`(?:\s+(?:does\s+not|do\s+not|doesn't|don't|did\s+not|no\s+longer|is\s+not|isn't|never|not))`;

const SAYS = new RegExp(
	String.raw`(?:(?:\b(?:one|any|some)\s+of\s+)?${subject(`(?:${SIGN}|${DISPLAY})s?`)}|\b${DETERMINER}\s+(${PRINTED})\b|\bit)(${NOT})?\s*,?\s+(?:(?:that|which)\s+)?(says?|reads?|spells?|saying|reading|shows?|showing|displays?|displaying|contains?|containing|mentions?|has|have|bears?|with)\b(\s+(?:the|a)\s+(?:words?|text|name|letters?|message|number)\b)?\s*:?\s*`,
	'giu',
);
/** Verbs after which any words are the text; after others it must be in quotes, capitals or digits. */
const SPEAKS = /^(?:says?|saying|reads?|reading|spells?)$/i;
const PLATE_IS = new RegExp(
	String.raw`(?:${subject('car|truck|van|vehicle|lorry')}\s+with\s+)?${subject(PLATE)}(?:(${NOT})|\s+)?\s*(?:is|reads?|says?|shows?|matches|equals|of|with|=|:)?(${NOT})?\s*(?:one\s+of\s+|either\s+)?:?\s*`,
	'giu',
);

const NUMBER = String.raw`([-−]?\d(?:[\d.,']*\d)?)`;
const UNIT = String.raw`(?:\s?(%|percent\b|per\s+cent\b)|\s?(?:°\s?[CF]?\b|degrees?(?:\s+(?:celsius|fahrenheit))?\b|kwh\b|units?\b|bar\b|psi\b|kg\b|litres?\b|liters?\b|m3\b|km\/h\b|mph\b))?`;
const MORE = String.raw`more\s+than|over|above|greater\s+than|higher\s+than|at\s+least|exceeds?|exceeding|>=|≥|>`;
const LESS = String.raw`less\s+than|under|below|lower\s+than|fewer\s+than|smaller\s+than|at\s+most|up\s+to|<=|≤|<`;
const BECOMES =
	'(?:is|are|was|shows?|reads?|says?|displays?|goes|gets|rises|climbs|falls|drops|sinks|reaches|equals|has)';
const EXACTLY = String.raw`exactly|equal\s+to|equals|=`;
const SUBJECT_OF_NUMBER = String.raw`(?:${subject(`${METER}|${DISPLAY}`)}|\bit)`;
const COMPARED = new RegExp(
	String.raw`${SUBJECT_OF_NUMBER}(${NOT})?\s*(?:${BECOMES}\b)?(${NOT})?\s*(${MORE}|${LESS}|${EXACTLY}|between|)\s*${NUMBER}${UNIT}(?:\s*(?:and|to|-)\s*${NUMBER}${UNIT})?`,
	'giu',
);

const PERIOD = '(minute|hour|day|week|month)s?';
const TIME = String.raw`(this\s+time\s+yesterday|yesterday|(?:an?|one|\d+)\s+${PERIOD}\s+(?:ago|earlier|before)|(?:the\s+)?(?:last|past|previous)\s+(?:\d+\s+)?${PERIOD}|(?:the\s+)?(?:last|previous|earlier)\s+(?:reading|value|time|one|picture)|before)\b`;
const COUNTED = String.raw`the\s+(?:number|count)\s+of\s+([\p{L} ]{3,40}?)`;
const WHOSE = String.raw`(?:(?:${COUNTED}|${SUBJECT_OF_NUMBER})\s+(?:(?:${BECOMES}|has\s+been)\s+)?)?`;
const BY = String.raw`(?:(${MORE}|${LESS}|by)?\s*${NUMBER}${UNIT}\s+)?`;
const THAN_BEFORE = new RegExp(
	String.raw`${WHOSE}${BY}(above|over|higher\s+than|more\s+than|greater\s+than|up\s+from|below|under|lower\s+than|less\s+than|fewer\s+than|down\s+from)\s+(?:it\s+was\s+|there\s+were\s+|that\s+of\s+|what\s+it\s+was\s+|the\s+(?:value|reading)\s+(?:of|from)\s+)?${TIME}`,
	'giu',
);
const HAS_CHANGED = new RegExp(
	String.raw`${WHOSE}(?:has\s+|have\s+|had\s+)?(risen|rises|increased|increases|grown|grows|gone\s+up|goes\s+up|climbed|climbs|fallen|falls|dropped|drops|decreased|decreases|gone\s+down|goes\s+down|sunk|sinks|changed|changes)\s*(?:by\s+)?(?:(${MORE}|${LESS})?\s*${NUMBER}${UNIT})?\s*(?:since|compared\s+(?:to|with)|from|within|in|over|during|against)\s+${TIME}`,
	'giu',
);
const MORE_THAN_BEFORE = new RegExp(
	String.raw`(?:(?:there\s+are|there's|there\s+is)\s+)?(?:(${MORE}|${LESS})?\s*${NUMBER}\s+)?(more|fewer|less)\s+([\p{L} ]{3,40}?)\s+than\s+(?:there\s+were\s+)?${TIME}`,
	'giu',
);

const READ = new RegExp(
	String.raw`\b(?:read(?:\s+(?:out|off))?|transcribe|record|log|note|track|chart|write\s+down|report|give\s+me|send\s+me|tell\s+me|save|keep|extract)\s+(?:me\s+)?(?:(?:what(?:'s|\s+is)|what)\s+)?${subject(`${PLATE}|${METER}|${DISPLAY}|${SIGN}`)}`,
	'iu',
);
const WHAT = new RegExp(
	String.raw`\bwhat(?:'s|\s+is|\s+are|\s+does|\s+do)?\s+(?:(?:it\s+)?(?:written|shown|displayed|says?)\s+)?(?:on\s+|in\s+)?${subject(`${PLATE}|${METER}|${DISPLAY}|${SIGN}`)}`,
	'iu',
);

/** Reads everything about writing in a prompt. */
export function takeWritten(prompt: string): Taken {
	const conditions: Condition[] = [];
	const keep = (condition: Condition | null, words: string) => {
		if (!condition || conditions.length >= MOST_CONDITIONS) return words;
		conditions.push(condition);
		return ` ${markOf(conditions.length - 1)} `;
	};
	const plain = prompt.replaceAll(MARK, '').replace(/[\u2018\u2019\u02bc]/g, "'");
	// Where everything is in capitals, they mark no text.
	const clean = /\p{Ll}/u.test(plain) ? plain : plain.toLowerCase();
	const asked = readAsked(clean);
	const hasNumber = asked !== null || new RegExp(String.raw`\b(?:${METER}|${DISPLAY})\b`, 'iu').test(clean);
	const withoutChanges = takeChanges(clean, asked, hasNumber, keep);
	const withoutNumbers = withoutChanges.replace(COMPARED, (words, ...found) => {
		const before = withoutChanges.slice(0, Number(found.at(-2)));
		return isOfThing(before, words) ? words : keep(readComparison(words, found, asked), words);
	});
	const rest = takeTexts(withoutNumbers, keep);
	return { rest, conditions, asked };
}

type Keep = (condition: Condition | null, words: string) => string;
type Found = (string | undefined)[];

/** "The number of my hens", "a car's speed": of something in the picture, not a number that is written there. */
function isOfThing(before: string, words: string): boolean {
	const [, owner] = /([\p{L}]+)'s\s*$/u.exec(before.slice(-40)) ?? [];
	const [, owned] = /\bnumber\s+of\s+(?:the|my|our|a|an)\s+([\p{L}]+)/iu.exec(words) ?? [];
	return [owner, owned].some((word) => word !== undefined && lookUp([word.toLowerCase()], 0) !== null);
}

function readAsked(prompt: string): Asked | null {
	const noun = (READ.exec(prompt) ?? WHAT.exec(prompt))?.slice(1).find((found) => found !== undefined);
	if (!noun) return null;
	const isNumber = new RegExp(`^${METER}$`, 'iu').test(noun);
	const isDisplay = new RegExp(`^${DISPLAY}$`, 'iu').test(noun);
	return { noun: tidy(noun), number: isNumber ? true : isDisplay ? null : false };
}

function readComparison(words: string, found: Found, asked: Asked | null): Condition | null {
	const [noun, before, after, how = '', first = '', , second] = found;
	// "It is above 40" needs something that is read; "if it is 5 pm" is a time.
	if (!noun && (!asked || asked.number === false || how === '')) return null;
	const value = numberSaid(first);
	if (
		value === null ||
		(how === '' && !/\b(?:is|shows?|reads?|says?|displays?|reaches|equals)\b/i.test(words))
	)
		return null;
	const upper = second === undefined ? null : numberSaid(second);
	const isBetween = /^between$/i.test(how);
	if (isBetween && upper === null) return null;
	const bounds = isBetween && upper !== null ? { least: value, most: upper } : boundsOf(how, value);
	const not = before ?? after;
	const said = isBetween ? `between ${first} and ${second}` : `${how || 'exactly'} ${first}`.trim();
	const test: Condition = { op: 'number', noun: tidy(noun ?? asked?.noun ?? 'display'), said, ...bounds };
	return not ? { op: 'not', part: test } : test;
}

function boundsOf(how: string, value: number): { least: number; most: number } {
	const [tiny, any] = [1e-9, Number.POSITIVE_INFINITY];
	if (/^(?:at\s+least|>=|≥|reaches)$/i.test(how)) return { least: value, most: any };
	if (/^(?:at\s+most|up\s+to|<=|≤)$/i.test(how)) return { least: -any, most: value };
	if (new RegExp(`^(?:${MORE})$`, 'i').test(how)) return { least: value + tiny, most: any };
	if (new RegExp(`^(?:${LESS})$`, 'i').test(how)) return { least: -any, most: value - tiny };
	return { least: value, most: value };
}

/** Comparisons with what was read earlier: "more than 10 above yesterday", "has risen by more than 5 since yesterday". */
function takeChanges(prompt: string, asked: Asked | null, hasNumber: boolean, keep: Keep): string {
	const subjectOf = (counted: string | undefined, noun: string | undefined) => {
		const what = counted === undefined ? null : countedThing(counted);
		if (counted !== undefined && !what) return null;
		if (!what && !noun && !hasNumber) return null;
		return { noun: tidy(noun ?? asked?.noun ?? 'display'), ...(what && { of: what }) };
	};
	const change = (
		subject: ReturnType<typeof subjectOf>,
		direction: string,
		how: string,
		amount: string | undefined,
		percent: boolean,
		time: string,
	): Condition | null => {
		const minutes = minutesAgo(time);
		const by = amount === undefined ? null : numberSaid(amount);
		if (!subject || minutes === null || (amount !== undefined && by === null)) return null;
		const since = { words: momentInWords(time), minutes, percent };
		const bounds =
			by === null ? boundsOf('more than', 0) : boundsOf(/^(?:|by)$/i.test(how) ? 'at least' : how, by);
		const up = { least: bounds.least === -Infinity ? 0 : bounds.least, most: bounds.most };
		const down = { least: -up.most, most: -up.least };
		const much =
			by === null ? '' : `${/^(?:|by)$/i.test(how) ? 'at least' : how} ${amount}${percent ? ' %' : ''} `;
		const test = (some: typeof up, way: string): Condition => ({
			op: 'number',
			...subject,
			said: `${much}${way} than ${since.words}`,
			since,
			...some,
		});
		const isDown = /below|under|low|less|few|down|fall|drop|decreas|sunk|sink/i.test(direction);
		if (/^chang/i.test(direction)) return { op: 'or', parts: [test(up, 'higher'), test(down, 'lower')] };
		return isDown ? test(down, 'lower') : test(up, 'higher');
	};
	return prompt
		.replace(MORE_THAN_BEFORE, (words, how = '', amount, direction, counted, time) =>
			keep(change(subjectOf(counted, undefined), direction, how, amount, false, time), words),
		)
		.replace(HAS_CHANGED, (words, counted, noun, direction, how = '', amount, unit, time) =>
			keep(change(subjectOf(counted, noun), direction, how, amount, unit !== undefined, time), words),
		)
		.replace(THAN_BEFORE, (words, counted, noun, how = '', amount, unit, direction, time) =>
			keep(change(subjectOf(counted, noun), direction, how, amount, unit !== undefined, time), words),
		);
}

/** "Cars in the yard"; null if the detector cannot count just these: "children", "cars without lights". */
function countedThing(words: string): Meaning | null {
	const items = toItems(tokenise(words));
	const [thing, ...others] = items.flatMap((item) => (item.is === 'thing' ? [item.meaning] : []));
	const isPlain = items.every(({ is }) =>
		['thing', 'place', 'relation', 'on', 'article', 'definite'].includes(is),
	);
	return thing && others.length === 0 && isPlain && !thing.narrow ? thing : null;
}

/** "In the last 2 hours" compares with 2 hours ago. */
function momentInWords(time: string): string {
	const words = time.replace(/\s+/g, ' ').toLowerCase();
	const [, count, period] = /(?:last|past|previous) (\d+ )?(minute|hour|day|week|month)/.exec(words) ?? [];
	if (period) return count ? `${count}${period}s ago` : `${period === 'hour' ? 'an' : 'a'} ${period} ago`;
	return words === 'before' ? 'the last reading' : words;
}

const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 1440, week: 10_080, month: 43_200 };

function minutesAgo(time: string): number | null {
	const words = time.toLowerCase();
	if (words.includes('yesterday')) return 1440;
	const period = /(minute|hour|day|week|month)/.exec(words)?.[1];
	if (!period) return 0;
	const count = Number(/\d+/.exec(words)?.[0] ?? 1);
	return count > 0 && count <= 1000 ? count * (MINUTES[period] ?? 0) : null;
}

function takeTexts(prompt: string, keep: Keep): string {
	return takePhrases(
		takePhrases(
			prompt,
			PLATE_IS,
			(found, after) => {
				const targets = readTargets(after, 'plate');
				const isDenied = found.some((one) => one !== undefined && new RegExp(`^${NOT}$`, 'iu').test(one));
				return (
					targets && {
						targets,
						test: { op: 'text' as const, noun: 'plate', any: targets.any, plate: true },
						isDenied,
					}
				);
			},
			keep,
		),
		SAYS,
		([noun, printed, not, verb = '', introduced], after) => {
			if (printed !== undefined && !SPEAKS.test(verb)) return null;
			const isFree = noun !== undefined && (SPEAKS.test(verb) || introduced !== undefined);
			const targets = readTargets(after, isFree ? 'any' : 'marked');
			if (!targets) return null;
			const said = tidy(noun ?? printed ?? 'picture');
			const test = { op: 'text' as const, noun: said, any: targets.any, plate: false };
			const isDenied = not !== undefined;
			const on = new RegExp(`^${VEHICLE}$`).test(said) ? countedThing('vehicle') : null;
			if (!on) return { targets, test, isDenied };
			// Without a vehicle there is none that says it, and none that does not.
			const onIt: Condition = { ...test, on };
			const parts = [count(on, null), isDenied ? negate(onIt) : onIt];
			return { targets, test: { op: 'and', parts }, isDenied: false };
		},
		keep,
	);
}

/** Replaces each phrase together with the texts that follow it. */
function takePhrases(
	prompt: string,
	phrase: RegExp,
	read: (
		found: Found,
		after: string,
	) => { targets: { length: number }; test: Condition; isDenied: boolean } | null,
	keep: Keep,
): string {
	let [rest, done] = ['', 0];
	for (const match of prompt.matchAll(phrase)) {
		if (match.index < done) continue;
		const end = match.index + match[0].length;
		const taken = read(match.slice(1), prompt.slice(end));
		if (!taken) continue;
		const { targets, test, isDenied } = taken;
		const words = prompt.slice(match.index, end + targets.length);
		rest += prompt.slice(done, match.index) + keep(isDenied ? { op: 'not', part: test } : test, words);
		done = end + targets.length;
	}
	return rest + prompt.slice(done);
}

const tidy = (noun: string) => noun.toLowerCase().replace(/\s+/g, ' ');
