/** Whether the writer of a mail asks for something: “I would like a refund”, “could you send us a quote?” */
import { wordMatcher } from './extract.ts';
import { sentencesIn } from './sentences.ts';
import { isSaid, languageOf, waysToSay } from './words.ts';

const WISHES = [
	/\b(?:i|we)(?:['’]d| would| should)? (?:(?:really|also|just|now) )?(?:like|want|need|wish|request|demand|expect|require|am looking for|are looking for)\b/i,
	/\b(?:i am|we are)\b[^,;]{2,60}\band (?:expect|want|demand|request|would like)\b/i,
	/\b(?:could|can|would|will) you\b/i,
	/\b(?:could|can|may|might) (?:i|we) (?:please |also )?(?:get|have|receive|ask|order|book|reserve|request|make)\b/i,
	/^(?:and |also |but )?(?:do you (?:have|offer|sell|give|provide)|is there|are there)\b[^?]*\?$/i,
	/\bplease (?:send|refund|cancel|give|provide|tell|let|call|quote|replace|repair|book|reserve|deliver)\b/i,
	/^(?:request|inquiry|enquiry|anfrage)\b/i,
	/(?<!\p{L})(?:ich|wir) (?:möchten?|hätten? gerne?|brauchen?|benötigen?|bitten?|wollen|will|wünschen?|suchen?|verlangen?)(?!\p{L})/iu,
	/(?<!\p{L})(?:möchten?|hätten?|brauchen?|benötigen?|bitten?|will|wollen) (?:ich|wir)(?!\p{L})/iu,
	/(?<!\p{L})(?:könnten|können|würden) sie(?!\p{L})/iu,
	/(?<!\p{L})bitte (?:senden|schicken|stornieren|erstatten|geben|nennen|liefern|buchen|reservieren) sie(?!\p{L})/iu,
];
/** “How much is it?”, “can I pay by card?”: to ask about something is not to ask for it. */
const QUESTIONS = [
	...WISHES,
	/\b(?:could|can|may|might) (?:i|we)\b/i,
	/^(?:and |also |but )?(?:do|are|is|does|how|what|when|where|which|have)\b[^?]*\?$/i,
];
/** What denies it, quotes somebody, offers it to the reader or makes it depend on something. */
const NO_WISH =
	/["“„]|:\s+(?:can|could|would|do|is|are|how|what|when|where)\b|\b(?:not|never|no(?!\.)|nothing|none|cases?|if you|should you|do you (?:\p{L}+ )?(?:want|need|wish)|would you like|unless)\b|n['’]t\b|(?<!\p{L})(?:nichts?|kein\p{L}*|möchten sie|brauchen sie|wünschen sie|fall|fällen|notfall|wenn sie|falls sie|sollten sie)(?!\p{L})/iu;
/** “I would like to thank you for the refund”: what writers say politely. */
const POLITE =
	/\b(?:like|want|wish|need|have) to (?:(?:kindly|also|just|briefly) )?(?:thank|remind|inform|confirm|tell|let|congratulate|apologi[sz]e|say|announce|share|point|draw|express|introduce|offer|(?:give|send|grant) you|welcome|invite|update|follow|wish)\b|(?<!\p{L})(?:danken|bedanken|erinnern|informieren|mitteilen|hinweisen|bestätigen|gratulieren|entschuldigen)(?!\p{L})/iu;
/** “Could you tell me whether the discount is valid?” asks about it. */
const ABOUT_IT =
	/\b(?:know|tell (?:me|us)|let (?:me|us) know|ask|wonder(?:ing)?|see) (?:if|whether|how|what|when|where|why|which)\b|\byou (?:please |kindly )?(?:confirm|check|explain|stop|ignore|verify|clarify)\b|(?<!\p{L})(?:wissen|fragen|sagen),? (?:ob|wie|was|wann|wo|warum)(?!\p{L})/iu;

export const isQuestion = (sentence: string, ways = QUESTIONS) =>
	ways.some((way) => way.test(sentence)) && !NO_WISH.test(sentence) && !POLITE.test(sentence);
export const isWish = (sentence: string) => isQuestion(sentence, WISHES) && !ABOUT_IT.test(sentence);

/** “I do not want to cancel”: the first word stands where it is denied. */
const isDenied = ([first = '', ...others]: readonly string[], sentence: string) =>
	waysToSay(first).some((word) =>
		new RegExp(
			`(?<!\\p{L})(?:i|we) (?:do not|don['’]t) (?:want|wish|need|intend)\\s+(?:to\\s+)?(?:(?:an?|the|my|our|any)\\s+)?${RegExp.escape(word)}(?!\\p{L})`,
			'iu',
		).test(sentence),
	) && others.every((term) => isSaid(term, sentence));

/** “We need your IBAN for the refund”, “could you pay the invoice?”: something else is asked for. */
const isBeside = (term: string, sentence: string) =>
	waysToSay(term).some((word) =>
		new RegExp(
			`(?<!\\p{L})(?:(?<!(?<!\\p{L})(?:ask|asking|look|looking|apply|applying|request|wish|hope|hoping)\\s)for|with|at|pay|paid|process|settle)\\s(?:the|your|my|our|this|an?)\\s(?:\\p{L}+\\s)?${wordMatcher(word).source}`,
			'iu',
		).test(sentence),
	);

/** Whether anything in a mail may be a question or a wish. */
export const asksAnything = (text: string) =>
	/\?|(?<!\p{L})(?:how|what|when|where|which|who|why|whether|if|send\p{L}*|give|looking|seek\p{L}*|quote|call|help|reply|answer|info\p{L}*|advance|wie|was|wann|wo|wer|welche\p{L}*|warum|ob|such\p{L}*|schick\p{L}*|gib|geb\p{L}*|hilf\p{L}*|antwort\p{L}*|auskunft|meld\p{L}*|please|pls|could|would|can|may|need|want|wish|wonder\p{L}*|interested|ask\p{L}*|request\p{L}*|questions?|know|tell|let|bitte|könn\p{L}*|kann|würd\p{L}*|möcht\p{L}*|brauch\p{L}*|frag\p{L}*|interess\p{L}*|wissen)(?!\p{L})/iu.test(
		text,
	) || !/^(?:English|German)$/.test(languageOf(text) ?? '');

/** True if one sentence asks for or, with `isAbout`, about something and names all the words, false if one denies it. Otherwise it may ask in other words. */
export function isAskedFor(terms: readonly string[], text: string, isAbout = false): boolean | null {
	// What is sent to many asks nobody for anything.
	if (/\bunsubscribe\b|(?<!\p{L})(?:abbestellen|newsletter)(?!\p{L})/iu.test(text)) return null;
	const sentences = sentencesIn(text);
	const isAsked = sentences.some(
		(sentence) =>
			(isAbout ? isQuestion(sentence) : isWish(sentence)) &&
			!isBeside(terms[0] ?? '', sentence) &&
			terms.every((term) => isSaid(term, sentence)),
	);
	if (isAsked) return true;
	return sentences.some((sentence) => isDenied(terms, sentence)) ? false : null;
}
