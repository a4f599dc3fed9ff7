/** What the words before a condition ask for: to act, or to stay quiet; and what else they ask to look for. */

const set = (words: string) => new Set(words.trim().split(/\s+/));

/** Words that introduce a condition. */
export const CUES = set('if when whenever whether once unless');
/** Verbs that ask the automation to do something. After a condition, they start the action. */
export const DEEDS = set(`
	email mail send notify alert tell inform warn text ping message call let report write describe list summarise summarize
	say give save store keep reply respond answer forward add include log record ignore skip disregard stay provide mention explain create
	generate post trigger attach return put extract quote draft compose note confirm acknowledge remind mark tag label thank wake`);
/** What tells it to stay quiet. */
export const QUIET = set('ignore skip disregard');
const STOPS = set(
	'ignore skip disregard stop quiet silent silence calm mute avoid refrain cease relax chill',
);
const NEGATIVE = set('no not never nothing without');
/** Words for the messages of an automation, and verbs for sending them. */
export const NOTICES = set(`
	alert alerts alerted alerting email emails emailed emailing mail mails notify notification notifications notified notifying message
	messages messaging tell told telling warn warned warning warnings inform informed text texts ping pinged call calls called send sent
	sending write report reports contact contacted disturb disturbed bother bothered wake annoy interrupt pester know hear action need
	want say do let reply respond trigger interested`);
/** "I do not know if ...", "do not forget to ...": these deny nothing about the condition. */
const NO_DENIAL = set('know sure certain remember see tell forget hesitate fail miss');
const CAN = set('can could');
/** "It does not matter if a cat is there". */
const INDIFFERENT = set('care mind matter matters worry');

export type Stance = 'act' | 'quiet' | 'indifferent' | 'unclear';

/**
 * What the words before a condition say: "email me", "stay quiet", "do not wake me". A negation of a word that is not known
 * could mean either.
 */
export function stanceOf(head: readonly string[]): Stance {
	if (isAtEase(head)) return 'quiet';
	const nots = head.flatMap((word, at) => (NEGATIVE.has(word) ? [at] : []));
	// "Any time except if".
	const stops = head.filter((word) => STOPS.has(word)).length + (head.at(-1) === 'except' ? 1 : 0);
	const [not, ...others] = nots;
	if (not === undefined) return stops % 2 === 1 ? 'quiet' : 'act';
	if (others.length > 0) return 'unclear';
	const after = head.slice(not + 1);
	const verb = after.find(
		(word) => !/^(?:really|yet|quite|want|like|to|be|a|me|us|you|please|ever)$/.test(word),
	);
	if (stops > 0) return stops === 1 && after.some((word) => STOPS.has(word)) ? 'act' : 'unclear';
	if (after.some((word) => INDIFFERENT.has(word))) return 'indifferent';
	const isAbility = CAN.has(head[not - 1] ?? '');
	const wants = after.some((word) => word === 'want' || word === 'like');
	if (verb !== undefined && NO_DENIAL.has(verb) && (isAbility || (verb !== 'tell' && !wants))) return 'act';
	// "But not if", "never when".
	if (after.length === 0) return 'quiet';
	return after.some((word) => NOTICES.has(word)) ? 'quiet' : 'unclear';
}

/** "All is well unless a bear is there". */
const isAtEase = (head: readonly string[]) =>
	/^(?:(?:all|everything|it|that|things) (?:is|are) )?(?:all )?(?:fine|ok|okay|well|good|right|normal|safe)$/.test(
		head.join(' '),
	);

/** "Send nothing", "no email", "stay quiet": what to do about a condition is to stay quiet. */
export function isQuietDeed([first = '', second = '', third = '']: readonly string[]): boolean {
	if (QUIET.has(first)) return true;
	if (first === 'no') return NOTICES.has(second);
	if (first === 'do') return second === 'not' || second === 'nothing';
	const rest = /^(?:me|us)$/.test(second) ? third : second;
	return DEEDS.has(first) && /^(?:nothing|no|quiet|silent|calm)$/.test(rest);
}

/** "Nobody should be in the vault", "dogs must not be on the sofa": the customer wants to hear of the opposite, or of neither. */
export const forbids = (said: string) =>
	/\b(?:not?|nobody|never|neither)\b/.test(said) &&
	/\b(?:should|must|ought|supposed)\b|\b(?:can|may) not (?!see|find|detect|spot)|\b(?:nobody|no \p{L}+) (?:may|can)\b/u.test(
		said,
	);

/** "Describe", "mention": what the mail is to say, not when to send it. */
const DESCRIBES = set(
	'describe mention say write include add note state put list explain name give identify use',
);
const ASKED = /^(?:its|their|his|her|what|how|which|who|whose|where|why|whether)$/;

/** Whether a deed is only about the contents of the mail: "describe them", "tell me its colour". */
export function onlyDescribes(deed: readonly string[]): boolean {
	const at = deed.findIndex((word) => DEEDS.has(word) || DESCRIBES.has(word));
	const [first = '', second = '', third = ''] = at < 0 ? [] : deed.slice(at, at + 3);
	const isTold = /^(?:me|us)$/.test(second) || (second === 'to' && /^(?:me|us)$/.test(third));
	if (first === 'tell') return isTold && ASKED.test(third);
	return DESCRIBES.has(first) && !isTold;
}

/** "Alert me about", "I want to hear of": what follows is to be looked for. */
const ASKS_ABOUT =
	/^(?:alert|alerts|alerted|notify|notified|notification|notifications|email|emails|mail|mails|tell|told|warn|warned|warnings?|inform|informed|text|ping|message|messages|know|hear|posted|report|reports|interested|trigger|alarms?|care)$/;
const WATCHES = /^(?:watch|watching|look|looking|lookout|eye|search|scan|check|checking)$/;

const OWNER = /^(?:the|my|our)$/;

/** Where what a request asks for begins: behind "tell me about", "watch for". Null if the words are no such request. */
export function requestAt(words: readonly string[]): { at: number; watch: boolean } | null {
	for (const [at, word] of words.entries()) {
		if (word === 'report' && /^(?:a|an|any)$/.test(words[at + 1] ?? '')) return { at: at + 1, watch: false };
		if (!/^(?:about|of|for|to|in|on)$/.test(word)) continue;
		let verb = at - 1;
		while (/^(?:me|us|only|out|please|also|just)$/.test(words[verb] ?? '')) verb--;
		const said = words[verb] ?? '';
		// "Check the yard for dogs".
		const looked = OWNER.test(words[verb - 1] ?? '') ? words[verb - 2] : said;
		if (word === 'for' && WATCHES.test(looked ?? '')) return { at: at + 1, watch: true };
		const isAbout =
			word === 'about' ||
			word === 'of' ||
			(word === 'in' && said === 'interested') ||
			(word === 'for' && /^(?:alert|notif|warn|alarm)/.test(said)) ||
			(word === 'on' && verb === at - 1 && /^(?:alerts?|notify|trigger)$/.test(said)) ||
			(word === 'to' && /^alert/.test(said));
		if (isAbout && ASKS_ABOUT.test(said)) return { at: at + 1, watch: false };
	}
	return null;
}

/** Whether words say what to do, or whom they are about, and so are more than the name of a thing or a state. */
export const isInstruction = (words: readonly string[]) =>
	isAtEase(words) ||
	words.some(
		(word) =>
			DEEDS.has(word) ||
			STOPS.has(word) ||
			NOTICES.has(word) ||
			VERBS.has(word) ||
			/^(?:i|we|you|me|us|not|never|nothing)$/.test(word),
	);

/** Verbs for looking, which make a head more than the name of a thing. */
const VERBS = set(
	'check watch look monitor verify find out determine judge decide ask see wonder make hey hello dear',
);
