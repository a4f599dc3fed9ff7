import { normalised } from '@watchword/contract/normalised';

/** The longest prompt that is read on the main thread: what reads one looks at many places of it many times. */
export const MOST_READ = 3000;
/** The longest prompt about mails that is judged by, in a thread of its own. */
export const MOST_READ_FOR_MAILS = 5000;

/** A time of day as customers write it: 22:00, 10pm, 7.30 am. */
const TIME = String.raw`\d{1,2}:\d{2}(?:\s?[ap](?:m\b|\.m\b\.?))?|\d{1,2}(?:\.\d{2})?\s?[ap](?:m\b|\.m\b\.?)`;
const TOKEN = new RegExp(
	`${TIME}|\\d+(?:st|nd|rd|th)\\b|\\d+(?:[.,]\\d+)?%?|\\p{L}[\\p{L}\\p{M}]*(?:'s\\b)?|[.,;:!?\\n]`,
	'gu',
);
/** "The dog's on the couch" is the dog; before any other word it is the dog's: "the dog's bed". */
const MEANS_IS =
	/(?<=\p{L})'s(?=\s*(?:$|[,.;:!?])|\s+(?:not|no|on|in|at|by|near|under|behind|inside|outside|up|down|out|off|back|home|here|there|gone|missing|away|asleep|awake|alone|been|got|waiting|sleeping|eating|coming|sitting|standing|lying|barking|crying|running|a|an|the|my|our)\b)/gu;

const GREETING =
	/^\s*(?:(?:good (?:morning|afternoon|evening|day)|hello|hi|hey|greetings|dear)\b)?(?: ?\b(?:sirs?|madam|team|all|there|everyone|or)\b)*\s*[,!.]\s+/;
const COUNTED_BEHIND =
	/(?<=\p{L}\s?):\s?(?=(?:(?:(?:more|fewer|less) than|at (?:least|most)|exactly|max|min) )?(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\s*(?:[.,;!?\n]|$))/gu;
/** "Five a.m.", "nine o'clock", "ten at night". */
const HOUR_IN_WORDS =
	/\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?=\s?(?:[ap]\.?m\b|o'clock|in the (?:morning|afternoon|evening)\b|at night\b))/g;

/** The words of a prompt in lower case; a mark that divides clauses is a word of its own. */
export function tokenise(prompt: string): string[] {
	const plain = normalised(prompt, 'NFKC')
		.toLowerCase()
		.replace(/[\u2018\u2019\u02bc`]/g, "'")
		.replace(GREETING, '')
		// As engineers write: "!person && (dog || cat) -> alert me".
		.replace(/\|\|?/g, ' or ')
		.replace(/(?<=^|[\s(&|])!(?=[\p{L}(])/gu, ' not ')
		.replace(/[-=]>|[→⇒]/g, ' , ')
		.replace(/!=\s*0\b/g, ' at least 1 ')
		.replace(/!=/g, ' other than ')
		.replace(/(?<=\p{L})\(s\)/gu, 's')
		.replace(/(?<=\p{L}) \+ (?=\p{L})/gu, ' and ')
		.replace(/&+/g, ' and ')
		.replace(/\bw\/o\b/g, ' without ')
		.replace(/\bw\/(?=\s)/g, ' with ')
		.replace(/\bat once\b|\byes ?(?:or|\/) ?no\b|\b24 ?\/ ?7\b:?/g, ' ')
		.replace(/\bat all\b|\bany ?more\b/g, ' ')
		.replace(
			/,? ?\b(?:by )?(?:day (?:and|or) (?:by )?night|night (?:and|or) (?:by )?day)\b(?!s| ?time)/g,
			' ',
		)
		.replace(/(?<=\p{L}\s?):\s?(?=\d{1,3}\s?\+?$)/u, ' is ')
		// "Cars: more than three".
		.replace(COUNTED_BEHIND, ' is ')
		.replace(/\b(\d+) ?\+/g, 'at least $1')
		.replace(/>=|≥/g, ' at least ')
		.replace(/<=|≤/g, ' at most ')
		.replace(/>/g, ' more than ')
		.replace(/</g, ' fewer than ')
		.replace(/==?/g, ' exactly ')
		.replace(HOUR_IN_WORDS, (word) => String(numberIn(word)))
		.replace(/(?<!(?:than|least|most) )\b(\d{1,2})(?: o'clock)? in the morning\b/g, '$1am')
		.replace(
			/(?<!(?:than|least|most) )\b(\d{1,2})(?: o'clock)? (?:in the afternoon|in the evening|at night)\b/g,
			'$1pm',
		)
		.replace(/\b(\d{1,2})\s?(?:o'clock|h\b|uhr\b)/g, '$1:00')
		.replace(/\bmore than just\b/g, 'more than')
		.replace(/\b(?:does it (?:look|seem)|it (?:looks|seems)) (?:like|as if|that)\b/g, ' ')
		.replace(/\bhowever\b,?/g, 'but')
		// "Two vehicles, at least one of them a truck".
		.replace(
			/,? (?:and )?((?:at least )?(?:one|two|three|\d)) of (?:them|these|which|whom) (?:is |are |being )?(?=\p{L})/gu,
			' and among them $1 ',
		)
		// "Fewer people than 3", "more than 1 but fewer than 4".
		.replace(FEWER_THAN, '$1 than $3 $2')
		.replace(LEAST_AND_MOST, (_, least, from, most, to) => betweenOf(least, from, most, to))
		// "The bench has nobody on it".
		.replace(HAS_ON_IT, '$2 $3 the $1')
		.replace(/\bno longer\b/g, 'not')
		.replace(/\bno more (?=\p{L}+s\b)(?![^.;!?\n]*\bthan\b)/gu, 'no ')
		.replace(/,? ?\bi\.e\.,?/g, ', ')
		.replace(/\bin the same (?:room|place|picture|frame)\b/g, ' ')
		.replace(/\b(\d+|two|three|four|five|six|seven|eight|nine|ten|twenty|a dozen) or so\b/g, 'about $1')
		.replace(/(?<=\S )while (?=there(?:'s| is| are)\b)/g, 'and ')
		// "A person and either a dog or a cat": the person in both cases.
		.replace(/\band either\b/g, 'but')
		.replace(/\b(?:as|so) long as\b|\bprovid(?:ed|ing) (?:that\b|(?=there|no))/g, 'but only if')
		.replace(/\b(no \p{L}+) (?=no \p{L})/gu, '$1, ')
		.replace(/\b(\p{L}+)-free\b/gu, 'empty of $1')
		// What does not matter: "whatever the colour", "of any size".
		.replace(/,? ?\b(?:no matter|whatever|whoever|regardless of|irrespective of)\b[^,.;:!?\n]*/g, ' ')
		.replace(/\bof any (?:colou?r|kind|sort|type|size|make|breed|age)\b/g, ' ')
		.replace(
			/\b(?:i|we) (?:want|need|would like) to (?:know|hear|be told|be informed|be notified)(?: (?:it|this|that|about it|of it))?\s*(?=[.!?]|$)/g,
			'tell me',
		)
		.replace(
			/\bstop (?:tell|alert|notify|inform|messag|ping|warn)ing (?:me|us) (?:about|of|for)\b/g,
			'ignore',
		)
		.replace(/\b(?:i|we) (?:do not|don't) (?:want|like) to miss\b/g, 'tell me about')
		.replace(/\binstead(?=\s*(?:[.!?]|$))/g, '')
		.replace(/\bas many\b/g, ' than ')
		.replace(/\bas well as\b/g, ' and ')
		.replace(/\bno[ -]one\b/g, 'nobody')
		.replace(/\bwhether or not\b/g, 'whether')
		.replace(
			/(\bor|\band|,) (?:an? )?((?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?)\b/g,
			'$1 on $2',
		)
		.replace(/[(–—-]\s*(?=(?:no|not)\b)/g, ', ')
		.replace(
			/\bwith the exception of\b|\b(?:apart|aside) from\b|\bexcluding\b|\bexcl\b\.?|\bnot (?:including|counting)\b|\bsave for\b/g,
			'except',
		)
		.replace(/\bincl\b\.?/g, 'including')
		// "Outside of working hours (8am - 5pm)".
		.replace(
			/\boutside (?:of )?(?:the |our |my )?(?:(?:normal|regular|usual) )?(?:\p{L}+ )?hours ?[,(:]? ?(?:of |from )?(?=\d)/gu,
			'outside ',
		)
		.replace(/\b(about|for|of) all (?:the )?(?=\p{L}+s\b)/gu, '$1 ')
		.replace(/\b(?:right|straight) ?away\b/g, ' ')
		.replace(
			/\b(?:did |has |have )?(?:i|we|(?:some|any)(?:one|body)) (?:leave|left|forget|forgot|forgotten|drop|dropped|put|placed?) (?=(?:a|an|the|my|our|his|her|their)\b)/g,
			'',
		)
		.replace(/\b(?:some|any)(?:one|body) (?:has |is )?(?=parked\b)/g, 'a car ')
		.replace(
			/\bwith (?:a|an) (?:(?:short|brief|full|detailed) )?(?:description|summary|picture|photo|snapshot|screenshot)\b/g,
			'',
		)
		.replace(/(?<![:\d])(\d+)\s*[-–]\s*(\d+)(?![:\d])/g, '$1 to $2')
		.replace(
			/\b(?:everyone|everybody|all people|all the people) (?:has |have |is |are )?(?:left|gone|gone home|went home)\b/g,
			'nobody',
		)
		.replace(/\b(?:and|but|,) not (?:just|only|merely) (?:a |an |the )?\p{L}+/gu, ' ')
		.replace(/\bnone of the\b|\bnot a single\b/g, 'no')
		.replace(/\b(?:only|just) (?:one of (?:the|my|our)|(?:a|one) single)\b/g, 'exactly one')
		.replace(
			/\b(?:one|any|some) of (?:the|my|our)\b(?: (?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b)?/g,
			'a',
		)
		.replace(/\b(at|up)(least|most|to)\b/g, '$1 $2')
		.replace(/(?<=\p{L})\/(?=\p{L})/gu, ' or ')
		// Written without their apostrophes: "dont", "theres".
		.replace(/\b(do|does|did|is|are|was|were|ca|wo|has|have|should)nt\b/g, "$1n't")
		.replace(/\b(there|nobody|who)s\b/g, '$1 is')
		.replace(/\bcan't\b|\bcannot\b/g, 'can not')
		.replace(/\bwon't\b/g, 'will not')
		.replace(/\b(\p{L}+)n't\b/gu, '$1 not')
		.replace(/\b(?:some|any)(?:one|body) else's\b/g, "stranger's")
		.replace(/\b(there|it|he|she|that|what|who|here|nobody)'s\b/g, '$1 is')
		.replace(MEANS_IS, ' is')
		.replace(/\b(there|they|you|we)'re\b/g, '$1 are');
	return (plain.match(TOKEN) ?? []).map((word) => (/^\d.*[\s.]/.test(word) ? bareTime(word) : word));
}

/** "7.30 a.m." is one word: 7:30am. */
const bareTime = (word: string) =>
	/m\.?$/.test(word) ? word.replace(/\.(?=\d)/, ':').replace(/[\s.]/g, '') : word;

// biome-ignore format: a list of names
const NUMBERS: Record<string, number> = {
	zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11,
	twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20,
	thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100, dozen: 12,
};

/** Words for numbers, for patterns. */
export const NUMBER_WORDS = Object.keys(NUMBERS).join('|');

const FEWER_THAN = new RegExp(`\\b(more|fewer|less) (\\p{L}+) than (\\d+|${NUMBER_WORDS})\\b`, 'gu');
const LEAST_AND_MOST = new RegExp(
	`\\b(more than|at least) (\\d+|${NUMBER_WORDS}) (?:but|and) (fewer than|less than|at most|no more than|not more than) (\\d+|${NUMBER_WORDS})\\b`,
	'g',
);
const HAS_ON_IT =
	/\b(?:the|my|our) (\p{L}+) has (nobody|no one|someone|somebody|(?:an?|no|two|three|\d+) \p{L}+) (on|in|at|under) it\b/gu;

/** "More than 1 but fewer than 4" is between 2 and 3. */
function betweenOf(least: string, from: string, most: string, to: string): string {
	const fewest = (numberIn(from) ?? 0) + (least === 'more than' ? 1 : 0);
	const greatest = (numberIn(to) ?? 0) - (/^(?:fewer|less)/.test(most) ? 1 : 0);
	return `between ${fewest} and ${greatest}`;
}

/** A whole number in digits or as a word. */
export function numberIn(word: string | undefined): number | null {
	if (word === undefined) return null;
	if (/^\d{1,6}$/.test(word)) return Number(word);
	return Object.hasOwn(NUMBERS, word) ? (NUMBERS[word] ?? null) : null;
}
