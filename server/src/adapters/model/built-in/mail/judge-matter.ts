/** Whether a mail is about what a prompt asks for. */
import { REPLY } from '../../../../base/subject.ts';
import type { Concept } from './concepts.ts';
import { EVENTS } from './concepts-events.ts';
import { withoutQuotes } from './extract.ts';
import { isOfKnownForm, SENT_TO_MANY } from './kinds.ts';
import { alikeOf, CONCEPTS, type Matter, THINGS } from './matters.ts';
import { isQuestion, isWish } from './requests.ts';
import { isKnown, isOfNow, sentencesIn, withoutSpeech } from './sentences.ts';
import type { MailText } from './text.ts';
import { languageOf } from './words.ts';

/** True if a sentence says it, false if nothing in a whole letter speaks of it or it says the opposite, otherwise null. */
export function judgeMatter(
	matter: Matter,
	mail: MailText,
	{ words, isRequest }: { words: string; isRequest: boolean },
	tests: string[],
): boolean | null {
	const letter = letterOf(mail);
	if (!letter) return null;
	const sentences = statements(letter, mail.subject);
	if (isElsewhere(matter, mail, letter, sentences)) {
		tests.push(`nothing in the mail says “${words}”`);
		return false;
	}
	const sentence = sentences.find(
		(one, at) =>
			(!isRequest || (matter.concept.isAsked ? isQuestion : isWish)(one)) &&
			says(matter, one, `${sentences[at - 1] ?? ''}\n${one}\n${mail.subject}`),
	);
	if (sentence !== undefined && matter.concept.isPersonal && isOfProgram(letter, mail)) {
		tests.push(`a program may pass on that a person says “${words}”`);
		return null;
	}
	if (sentence !== undefined) {
		tests.push(`“${words}”: ${sentence.slice(0, 200).toWellFormed()}`);
		return true;
	}
	const opposites = CONCEPTS.filter(({ name }) => OPPOSITES[matter.concept.name]?.includes(name));
	const other = sentences.find((one) =>
		opposites.some((concept) => says({ concept, thing: null, others: [] }, one, '')),
	);
	tests.push(
		other === undefined
			? `no sentence clearly says “${words}”, but some words may`
			: `not “${words}”: ${other.slice(0, 200).toWellFormed()}`,
	);
	return other === undefined ? null : false;
}

/** Without what only looks like it. */
const withoutBeside = (text: string, { beside }: Concept) => (beside ? text.replace(beside, ' … ') : text);
const clean = (text: string, concept: Concept) => withoutBeside(text, concept).replace(UP_TO_YOU, ' … ');

/**
 * Whether a letter is about something else: no word in it speaks of the matter, and it is clear what it speaks of. Without that,
 * it may say the same in words that are not known.
 */
function isElsewhere(
	{ concept, thing, others }: Matter,
	mail: MailText,
	letter: string,
	sentences: readonly string[],
) {
	const { said, near, isPersonal, isAsked, isOfThing } = concept;
	if (isPersonal && SENT_TO_MANY.test(letter) && !sentences.some((one) => said.test(one))) return true;
	// Of words that are not known, one may be what matters most: “the room of a meeting”.
	if (others.length > 0 && (!isOfThing || thing)) return false;
	const speaks =
		near.test(isAsked ? withoutBeside(letter, concept) : clean(letter, concept)) ||
		sentences.some((one) => said.test(clean(one, concept))) ||
		isOtherBadNews(concept, sentences);
	// “The review is cancelled” is about no order.
	if (speaks)
		return (
			thing !== null &&
			!alikeOf(thing).some((one) => one.test(letter)) &&
			THINGS.some((other) => sentences.some((one) => says({ concept, thing: other, others: [] }, one, '')))
		);
	return isOfKnownForm(mail) || isAboutOther(concept, thing, sentences);
}

/** What is near to each other: who is ill may not come, and what is broken may be sent back. A mail about the one may mean the other. */
const GROUPS = [
	'complaint damaged missing return refund off late',
	'cancelled cancellation leaving moved sick closed late meeting confirmed',
	'overdue failed paid',
	'fire alarm water crime accident off',
	'application|move in|new member|praise|address change',
	'phishing password login spam discount',
	'invitation event trip booking homework',
	'delivered shipped ready late unavailable',
	'raised lowered',
	'signed contract',
	'down|up again|failed|maintenance',
	'order quote prices hours declined accepted lost',
	'appointment reminder|results|fine|battery',
].map((names) => names.split(names.includes('|') ? '|' : ' '));

/** Of what is near, what a mail would not say as well. */
const RULED_OUT: Record<string, string[]> = {
	late: ['delivered', 'shipped', 'ready'],
	cancelled: ['moved', 'confirmed'],
	cancellation: ['moved', 'confirmed'],
	moved: ['cancelled', 'cancellation'],
	overdue: ['paid'],
	fire: ['water'],
	down: ['up again'],
	accepted: ['declined'],
	declined: ['accepted'],
};
/** What people tell before they come to what they want: “I paid 89 euros for it”. */
const TOLD_BESIDE = ['paid', 'delivered', 'shipped', 'ready', 'confirmed', 'order', 'late', 'failed'];

/** Whether a sentence says something that is not near to the matter; of the thing, if the mail names it. */
function isAboutOther(concept: Concept, thing: RegExp | null, sentences: readonly string[]): boolean {
	const ruledOut = RULED_OUT[concept.name] ?? [];
	const own = [
		...GROUPS.filter((names) => names.includes(concept.name)).flat(),
		...(concept.isPersonal ? TOLD_BESIDE : []),
	].filter((name) => !ruledOut.includes(name));
	const isNamed = thing !== null && sentences.some((one) => thing.test(one));
	return CONCEPTS.filter(({ name }) => !own.includes(name) && GROUPS.flat().includes(name)).some((other) =>
		sentences.some((one) => says({ concept: other, thing: isNamed ? thing : null, others: [] }, one, '')),
	);
}

/** Whether a sentence says it, of the thing that it should be of. */
function says({ concept, thing, others }: Matter, sentence: string, around: string): boolean {
	const { said, isAsked } = concept;
	if (!isOfNow(sentence) || (!isAsked && (sentence.includes('?') || !isKnown(sentence)))) return false;
	const plain = clean(withoutSpeech(sentence), concept);
	const match = said.exec(plain);
	if (!match) return false;
	const before = plain.slice(0, match.index);
	const behind = plain.slice(match.index + match[0].length);
	if (RELATIVE.test(before) && !/^(?:i|we|ich|wir)\s/i.test(match[0])) return false;
	if (DENIED.test(before) || isConditional(before) || DEPENDS.test(behind)) return false;
	if (DENIED_BEHIND.test(behind.split(JOINT)[0] ?? '')) return false;
	if (OVER.test(plain) && !OVER.test(match[0])) return false;
	const clause = `${before.split(JOINT).at(-1)}${match[0]}${behind.split(JOINT)[0]}`;
	const at = thing?.exec(clause)?.index;
	if (at !== undefined && OF_SOMEBODY.test(clause.slice(0, at))) return false;
	const isOfIt = thing === null || at !== undefined || (GOES_ON.test(clause) && thing.test(around));
	return isOfIt && others.every((other) => other.test(sentence));
}
/** “My brother missed his flight”. */
const OF_SOMEBODY = /(?<!\p{L})(?:his|her|their|seine?\p{L}?)\s(?:\p{L}+\s)?$/iu;
/** Where another part of a sentence begins. */
const JOINT = /[,;]\s|\s(?:and|but|while|whereas|although|und|aber|während|obwohl)\s/i;

/** A mail with fewer words leaves too much unsaid. */
const FEWEST_WORDS = 18;
/** A longer text is no everyday letter, and takes long to read. */
const MOST_CHARACTERS = 20_000;
/** “If you cannot come, please call us”: what the reader may do. */
const UP_TO_YOU =
	/(?<!\p{L})(?:(?:if|in case|whenever|unless) you|should you|(?:would|do) you (?:like|want|need|wish)|(?:wenn|falls|sofern|sollten) (?:sie|du|ihr))(?!\p{L})[^.;,!?\n]*/giu;
const CONDITIONAL =
	/(?<!\p{L})(?:if|unless|whether|otherwise|or else|in case|should you|(?-i:Should|Sollten?)|when(?:ever)?(?! (?:i|we)(?!\p{L}))|in the event|once|before|may be|can be|could be|might|wenn|falls|sofern|ob|sonst|andernfalls|sollten? (?:sie|ihnen)|bevor|sobald)(?!\p{L})/iu;
const DENIED =
	/(?<!\p{L})(?:not|never|no|nothing|none|without|neither|kein\p{L}*|nichts?|ohne|nie)\s(?:\S+\s){0,2}$|(?<!\p{L})(?:can|could|may|might|kann|können)\s$|n['’]t\s(?:\S+\s){0,2}$/iu;
/** “The drill that was sold out is available again”. */
const RELATIVE = /(?<!\p{L})(?:that|which|who)\s(?:(?:is|are|was|were|has|have|had|been)\s){0,2}$/iu;
/** “Wir erhöhen den Preis nicht”. */
const DENIED_BEHIND = /(?<!\p{L})(?:nicht|nie)(?!\p{L})/iu;
/** “Your order is confirmed as soon as we have checked it”, “it was cancelled, but takes place”. */
const DEPENDS =
	/^\s*(?:nothing|none)(?!\p{L})|(?<!\p{L})(?:as soon as|once|when you|after you|unless|subject to|but|however|sobald|aber|jedoch)(?!\p{L})/iu;
const OVER =
	/(?<!\p{L})(?:resolved|fixed|solved|repaired|restored|ended|is over|false alarm|behoben|gelöst|repariert|beendet|vorbei)(?!\p{L})/iu;
/** What a clause without a subject of its own begins with: it goes on with what was named before. */
const GOES_ON =
	/^\W*(?:it|they|this|that|these|is|are|was|were|has|have|had|will|we|i|you|please|es|er|sie|ist|sind|wird|wurde|wir|ich|bitte)(?!\p{L})/iu;
/** Behind “if it rains, …” nothing is certain, and nothing is in the same part of a sentence as “if”. */
const isConditional = (before: string) =>
	CONDITIONAL.test(before.split(/[,;–]\s/).at(-1) ?? '') ||
	/^\W*(?:if|unless|wenn|falls|sofern|sollten?)\s/i.test(before);
/** Nobody writes from there, but a form on a website may send from there what somebody has written. */
const isOfProgram = (letter: string, { from }: MailText) => SENT_TO_MANY.test(letter) || PROGRAM.test(from);
const PROGRAM =
	/(?<!\p{L})(?:no-?reply|do-?not-?reply|mailer-daemon|postmaster|notifications?|newsletter|alerts?|monitor|status)(?=[@.+-])/iu;

/** Bad news in words that no event has may be of any event. */
const isOtherBadNews = (concept: Concept, sentences: readonly string[]) =>
	EVENTS.includes(concept) &&
	sentences.some((one) => BAD_NEWS.test(one)) &&
	!EVENTS.some(({ said }) => sentences.some((one) => said.test(one)));
const BAD_NEWS =
	/(?<!\p{L})(?:unfortunately|leider|(?:i|we) regret|sorry|apologi[sz]e|bedauer\p{L}*|bitten? (?:\p{L}+ )?um entschuldigung)(?!\p{L})/iu;

/** What a mail does not say of itself where it says the other. */
const OPPOSITES: Record<string, string[]> = {
	paid: ['overdue', 'failed'],
	delivered: ['late', 'shipped'],
	'up again': ['down'],
	praise: ['complaint'],
};

/** The sentences of a mail, with its subject first. */
const statements = (letter: string, subject: string) => [
	...(REPLY.test(subject) ? [] : [subject]),
	...sentencesIn(letter).filter((one) => one !== subject),
];

/** The words of a whole letter in a language that is known, without what it quotes; null if it is too short or was not read. */
function letterOf({ subject, text, attachments, partly }: MailText): string | null {
	if (text.length > MOST_CHARACTERS) return null;
	const own = withoutQuotes(text);
	const count = (`${subject} ${own}`.match(/\p{L}{2,}/gu) ?? []).length;
	if (partly || !attachments || count < FEWEST_WORDS) return null;
	const whole = `${REPLY.test(subject) ? '' : subject}\n\n${own}`;
	const language = languageOf(whole);
	// A short report of a program has hardly any words of a language.
	return /^(?:English|German)$/.test(language ?? '') || (language === null && count < 60) ? whole : null;
}
