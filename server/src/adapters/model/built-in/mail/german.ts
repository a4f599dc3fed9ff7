/** German prompts about mails, in English where the rules read words of English. What is looked for stays German. */
import { GERMAN_MONTHS, MONTH_NAMES } from '../clock/day-rule.ts';

/** The mail itself. */
const IT =
	'(?:es|das|dies|sie|da|darin|(?:(?:die|diese|in\\s+der|in\\s+dieser|der|im)\\s+)?(?:e-?mail|mail|nachricht|text|schreiben))';
/** What a mail can consist of. */
const DOCUMENT = '(?:(?:die|der|das)\\s+(?:bestellung|rechnung|lieferung|liste|anhang))';
/** Not over the beginning of another condition. */
const X = '((?:(?!\\sif\\s)[^,.;:!?\\n]){2,80}?)';
const THE = '(?:der|die|das|den|dem|mein[er]?|meine[nr]?|unsere?[rn]?|ihre?|deine?)';
const END = '(?=\\s*(?:[,.;:!?\\n]|$)|\\s+(?:and|or|but)\\s+(?:not\\s+)?if\\s)';
/** Who may write a mail. */
const SOMEBODY =
	'(?:jemand|(?:ein|der|eine|die)\\s+(?:kunde|kundin|patient|patientin|gast|mitglied|mieter|mieterin|absender))';
const OFFER = '(?:der\\s+kunde|die\\s+kundin)\\s+(?:das|unser|mein)\\s+angebot';
/** A verb at the end of a condition: what follows "und" is a condition of its own. */
const LAST_VERB =
	'(?:ist|sind|war|wird|werden|wurden?|hat|haben|geht|handelt|kommt|stammt|liegt|steht|drinsteht|enthält|erwähnt|beinhaltet|nennt|vorkommt|möchte|will|wünscht|verlangt|braucht|fragt|stattfindet|beträgt)';
const ORDER =
	'(?:bitte|sage?|gib|melde|benachrichtige|informiere|warne|schicke?|sende|antworte|schreibe?|nenne?|zeige?|ignoriere|speichere|leite)';
const joint = (german: string, english: string): [string, string] => [
	`(${LAST_VERB}),?\\s+${german}(?:\\s+(?:wenn|falls|sobald))?(?=\\s+(?!${ORDER}(?!\\p{L})))`,
	`$1 ${english} if`,
];

/** Each pattern is a whole word or several, whatever its letters. The order matters: what stands first is replaced first. */
const RULES: [pattern: string, english: string][] = [
	// What joins conditions.
	['(?:außer|ausgenommen)\\s+(?:wenn|falls)|es\\s+sei\\s+denn,?(?:\\s+dass)?', 'except if'],
	['aber\\s+nicht,?\\s+(?:wenn|falls)', 'but not if'],
	joint('und', 'and'),
	joint('oder', 'or'),
	joint('aber', 'but'),
	['(?<=(?:wenn|falls)\\s+)entweder(?=\\s)', ''],
	['sonst|andernfalls|ansonsten', 'otherwise'],
	['nur(?=,?\\s+(?:wenn|falls))', 'only'],
	// What to do.
	['ignoriere?\\s+(?:sie|es|das|die\\s+(?:e-?mail|mail|nachricht))', 'ignore it'],
	[
		'(?:sage?\\s+(?:mir|uns)\\s+nicht\\s+bescheid|(?:benachrichtige|informiere|warne|alarmiere)\\s+(?:mich|uns)\\s+nicht|melde\\s+dich\\s+nicht)',
		'do not tell me',
	],
	['sage?\\s+(?:bitte\\s+)?(?:mir\\s+|uns\\s+)?(?:bitte\\s+)?bescheid', 'tell me'],
	[
		'gib\\s+(?:mir\\s+|uns\\s+)?(?:bitte\\s+)?bescheid|melde\\s+dich(?:\\s+bitte)?(?:\\s+bei\\s+mir)?',
		'tell me',
	],
	[
		'(?:benachrichtige|informiere|warne|alarmiere|verständige)\\s+(?:bitte\\s+)?(?:mich|uns)\\s+(?:bei|über)(?:\\s+(?:alle[nr]?|jede[rmn]?|neue[nr]?|eine[rmn]?))?',
		'tell me about',
	],
	['speichere?(?:\\s+mir)?\\s+alle', 'save all'],
	['leite\\s+(?:mir\\s+)?(?:bitte\\s+)?alle\\s+(\\p{L}+)\\s+(?:an\\s+mich\\s+)?weiter', 'forward all $1'],
	['(?:benachrichtige|informiere|warne|alarmiere|verständige)\\s+(?:bitte\\s+)?(?:mich|uns)', 'tell me'],
	['schicke?\\s+(?:mir|uns)\\s+(?:bitte\\s+)?eine\\s+(?:e-?mail|mail|nachricht)', 'tell me'],
	['sage?\\s+(?:mir|uns)(?:\\s+bitte)?(?=\\s*,?\\s+(?:wenn|falls|sobald|ob)(?!\\p{L}))', 'tell me'],
	[`(?:nenne?|gib|schicke?|zeige?|sage?|suche?|finde)\\s+(?:mir|uns)\\s+(?:bitte\\s+)?${THE}`, 'give me the'],
	// What to ask for.
	[
		`bis\\s+wann\\s+(?:muss|soll|ist|müssen)\\s[^?.!\\n]{0,60}?(?:zahlen|überweisen|begleichen)${END}`,
		'when is it due',
	],
	[
		`bis\\s+wann\\s+(?:ist|gilt|sind)\\s[^?.!\\n]{2,60}?(?:\\s+gültig)?\\s*\\??\\s*$`,
		'what is the expiry date',
	],
	[`wann\\s+(?:ist|wird|sind)\\s+${THE}\\s+${X}\\s+fällig${END}`, 'when is the $1 due'],
	[`wann\\s+(?:kommt|erfolgt)\\s+${THE}\\s+${X}(?:\\s+an)?\\s*\\??\\s*$`, 'when will the $1 arrive?'],
	[`wann\\s+(?:ist|findet|sind|war)\\s+${THE}\\s+${X}(?:\\s+statt)?\\s*\\??\\s*$`, 'when is the $1?'],
	[
		`(?:wie\\s+(?:hoch|teuer)\\s+(?:ist|sind)|was\\s+koste(?:t|n)|wie\\s*viel\\s+kostet)\\s+${THE}\\s+${X}${END}`,
		'how much is the $1',
	],
	['um\\s+wie\\s?viel\\s+uhr(?:\\s[^?.!\\n]{0,60})?', 'what is the time'],
	['wie\\s?viele', 'how many'],
	[`(?:wie\\s+(?:lautet|lauten|ist|heißt)|was\\s+ist)\\s+${THE}`, 'what is the'],
	[
		'welche[rsn]?\\s+(\\p{L}+)\\s+(?:hat|ist|steht|soll|wurde|wird|lautet|gilt|gehört)\\s[^?.!\\n]{0,80}',
		'what is the $1',
	],
	[`und\\s+${THE}`, 'and the'],
	// What begins a condition.
	['wenn|sobald|ob|(?<=^\\s*|,\\s*|me\\s*)falls', 'if'],
	// Questions.
	[`^\\s*handelt\\s+es\\s+sich\\s+(?:hier|dabei\\s+)?um\\s+${X}${END}`, 'if it is $1'],
	[`^\\s*geht\\s+es\\s+(?:hier\\s+|dabei\\s+|darin\\s+)?um\\s+${X}${END}`, 'if it is about $1'],
	[`^\\s*(?:ist|kommt|stammt)\\s+${IT}\\s+(nicht\\s+)?von\\s+${X}${END}`, 'if it is $1 from $2'],
	[`^\\s*ist\\s+${IT}\\s+(keine?\\s|eine?\\s)${X}${END}`, 'if it is $1$2'],
	[`^\\s*ist\\s+${IT}\\s+(\\p{L}+)${END}`, 'if it is $1'],
	[
		`^\\s*(?:möchte|will)\\s+(?:sich\\s+)?${SOMEBODY}\\s+(?:sich\\s+)?(kündigen|stornieren|beschweren)${END}`,
		'if someone $1',
	],
	[`^\\s*(?:ist|wurde)\\s+${IT}\\s+weitergeleitet(?:\\s+worden)?${END}`, 'if it is weitergeleitet'],
	[`^\\s*(?:enthält|erwähnt|beinhaltet|nennt)\\s+(?:${IT}|${DOCUMENT})\\s+${X}${END}`, 'if it mentions $1'],
	[
		`^\\s*(?:wurden?|wird|werden|ist|sind)\\s+(${THE}|ein|eine)\\s+(\\p{L}+)\\s+((?!erwähnt|genannt|enthalten|angehängt)(?:\\p{L}*ge\\p{L}{2,}(?:t|en)|\\p{L}{2,}iert|(?:be|er|ver|ent|zer)\\p{L}{2,}(?:t|en)))${END}`,
		'if $1 $2 $3 wurde',
	],
	[
		`^\\s*hat\\s+${OFFER}\\s+angenommen|if\\s+${OFFER}\\s+(?:annimmt|angenommen\\s+hat)`,
		'if the customer accepts the offer',
	],
	[
		`^\\s*hat\\s+${OFFER}\\s+abgelehnt|if\\s+${OFFER}\\s+(?:ablehnt|abgelehnt\\s+hat)`,
		'if the customer declines the offer',
	],
	[`^\\s*hat\\s+${IT}\\s+${X}${END}`, 'if it has $1'],
	[`^\\s*gibt\\s+es\\s+(keine?n?\\s|eine?n?\\s)${X}${END}`, 'if there is $1$2'],
	[`^\\s*(?:ist|sind)\\s+${X}\\s+(?:enthalten|dabei|angehängt|vorhanden|drin)${END}`, 'if it mentions $1'],
	[`^\\s*(?:wird|werden|wurde)\\s+${X}\\s+(?:erwähnt|genannt)${END}`, 'if it mentions $1'],
	[
		`^\\s*(?:steht|kommt)\\s+${X}\\s+(?:in\\s+der\\s+(?:e-?mail|mail|nachricht)|im\\s+text|darin|drin|vor)${END}`,
		'if it mentions $1',
	],
	[`^\\s*steht\\s+(?:${X}\\s+im\\s+betreff|im\\s+betreff\\s+${X})${END}`, 'if the subject contains $1$2'],
	[
		`^\\s*(?:ist|liegt)\\s+${THE}\\s+${X}\\s+(über|unter|höher|niedriger|größer|kleiner|mindestens|höchstens)`,
		'if $1 is $2',
	],
	// Conditions, whose verb is last.
	[`if\\s+es\\s+sich\\s+(?:hier\\s+|dabei\\s+)?um\\s+${X}\\s+handelt`, 'if it is $1'],
	[`(?:es|${IT}\\s+es)\\s+um\\s+${X}\\s+geht`, 'it is about $1'],
	[
		`${IT}\\s+(nicht\\s+)?(?:von|aus)\\s+${X}\\s+(?:ist|kommt|stammt|geschickt\\s+wurde|gesendet\\s+wurde)`,
		'it is $1 from $2',
	],
	[`${IT}\\s+(keine?\\s|eine?\\s)${X}\\s+ist`, 'it is $1$2'],
	[
		`(?:im\\s+betreff\\s+${X}\\s+(?:vorkommt|steht)|der\\s+betreff\\s+${X}\\s+enthält)`,
		'the subject contains $1$2',
	],
	[
		`if\\s+(?:${IT}\\s+)?(?:das\\s+wort\\s+)?${X}\\s+(?:enthält|erwähnt|beinhaltet|vorkommt|(?:erwähnt|genannt)\\s+wird|(?:drin)?steht|(?:enthalten|dabei|angehängt|vorhanden)\\s+ist|hat)${END}`,
		'if it mentions $1',
	],
	[`if\\s+es\\s+(keine?n?\\s|eine?n?\\s)${X}\\s+gibt${END}`, 'if there is $1$2'],
	[`if\\s+jemand\\s+nach\\s+${X}\\s+fragt`, 'if someone asks for $1'],
	[
		`if\\s+(?:jemand|er|sie|der\\s+kunde)\\s+${X}\\s+(?:möchte|will|wünscht|verlangt|anfordert|braucht)${END}`,
		'if someone wants $1',
	],
	[
		`if\\s+${THE}\\s+${X}\\s+((?:im|am|vor|nach)\\s[^,;:!?\\n]{2,30}|heute|morgen|diese\\s+woche|nächste\\s+woche|diesen\\s+monat|nächsten\\s+monat)\\s+(?:ist|liegt|stattfindet)`,
		'if the $1 is $2',
	],
	[`if\\s+${THE}\\s+(\\p{L}+)\\s+([\\p{L}\\p{N}-]+|"[^"]+")\\s+ist${END}`, 'if the $1 is $2'],
	['nächste\\s+woche', 'next week'],
	['diese\\s+woche', 'this week'],
	['nächsten\\s+monat', 'next month'],
	['diesen\\s+monat', 'this month'],
	['(?<=is\\s)morgen', 'tomorrow'],
	['(?<=is\\s)heute', 'today'],
	['(?<=is\\s)vor\\s+dem', 'before'],
	['(?<=is\\s)nach\\s+dem', 'after'],
	['und', 'and'],
	['oder', 'or'],
	['aber', 'but'],
	['außer', 'except'],
	...GERMAN_MONTHS.map((month, at): [string, string] => [
		`(?<=is\\s)im\\s+${month}`,
		`in ${MONTH_NAMES[at]}`,
	]),
];

const READERS = RULES.map(([pattern, english]): [RegExp, string] => [
	new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
	english,
]);

/** Words that only a German prompt has. */
const GERMAN =
	/(?<!\p{L})(?:wenn|(?<=^\s*|,\s*)falls|sobald|ob|ist|sind|wie|wann|welche[rsn]?|geht|handelt|kommt|enthält|erwähnt|hat|gibt|gib|nenne?|sage?|melde|wird|werden|wurde|steht|liegt|schicke?|zeige?|benachrichtige|informiere|speichere?|leite|bis|was|möchte|will|kostet|kosten|wurden|bitte)(?!\p{L})/iu;

export function germanInEnglish(prompt: string): string {
	const marked = prompt.replace(/„([^“”"]{1,200})[“”"]/g, '"$1"');
	if (!GERMAN.test(marked)) return marked;
	const quotes: string[] = [];
	const masked = marked.replace(/"[^"]{1,200}"/g, (quote) => `"${quotes.push(quote)}"`);
	return READERS.reduce((text, [pattern, english]) => text.replace(pattern, english), masked)
		.replace(/ {2,}/g, ' ')
		.replace(/"(\d+)"/g, (_, number: string) => quotes[Number(number) - 1] ?? '');
}
