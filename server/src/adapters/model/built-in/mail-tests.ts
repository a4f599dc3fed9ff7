/** Reads the words of a condition on a mail as tests. */
import { fieldNamed } from './fields.ts';
import { CUES as ENGLISH_CUES } from './stance.ts';

export interface Test {
	where: 'subject' | 'sender' | 'mail';
	/** The mail should contain the words; otherwise they describe a property, which a search for words cannot judge. */
	says: boolean;
	/** The mail should be about this. Other words may mean the same, so missing words prove nothing. */
	loosely: boolean;
	not: boolean;
	/** "There is": it can be judged of what is known by its form. */
	exists: boolean;
	/** The mail should ask for this: "if they want a refund". */
	asks: boolean;
	/** It names no one: "my bank", "a customer", "the sender is new". */
	isKind: boolean;
	terms: string[];
	/** The sign of a comparison, a date or a value that was taken out of the prompt. */
	sign?: string;
	/** The words that make it a question of meaning: "asks for". */
	beyond: string[];
}

const TOKEN =
	/["“«]([^"”»]{1,200})["”»]|[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}|(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,100}|[.,;:!?\n\ue000-\uf8ff]/gu;
const set = (words: string) => new Set(words.trim().split(/\s+/));
export const SIGN = /^[\ue000-\uf8ff]$/;
/** Words that introduce a condition, in English and German. */
export const CUES = new Set([...ENGLISH_CUES, 'wenn', 'falls', 'sobald']);
/** A condition that begins without one of them: “mentions a refund”. */
export const BARE =
	/^\s*(?:(?:the\s+|any\s+|an?\s+)?(?:e-?mails?|messages?|subject|sender|it)\s+)?(?:(?:that|which)\s+)?(?:(?:mention|contain|include|say)(?:s|ing)|is\s+(?:about|from)|about|from)\s/i;
const SAYS =
	set(`contains contain containing mentions mention mentioning includes include including says say saying has
	have having states state reads names with`);
/** Words that are found show what a mail is about; missing words do not show that it is about something else. */
const ABOUT = set('about regarding concerning refers re');
/** Words that ask for understanding, which a search for words cannot give. */
const MEANS = set(`request complains complain complaining sounds sound seems seem
	feels angry upset unhappy happy urgent important polite rude interested confirms confirm cancels cancel offers offer promises
	threatens apologises apologizes agrees refuses accepts declines hopes`);
const ASKS = set('asks ask asking asked requests requesting requested wants want wanting needs need');
const IS_SAID = set(
	'mentioned appears appear occurs included contained stands found word words vorkommt wort enthält erwähnt',
);
const WHERE = new Map<string, Test['where']>([
	...['subject', 'title', 'heading'].map((word) => [word, 'subject'] as const),
	...['from', 'sender'].map((word) => [word, 'sender'] as const),
	...['body', 'mail', 'mails', 'email', 'message', 'letter', 'text'].map((word) => [word, 'mail'] as const),
]);
const NOT = set(
	"no not nicht kein keine keinen ohne without never neither nor doesn't don't isn't hasn't doesn’t don’t isn’t hasn’t",
);
const NOISE =
	set(`a an the it its this that is are was were be does do of to in any some there content line term phrase
	something anything someone somebody anyone anybody everyone everybody those who which me my our your their please comes came sent i on for written also either us to you see get receive arrives only both
	der die das den dem ein eine einen einer ist es im in dabei kommt ankommt eintrifft eingeht sein seine mein meine ihr ihre beträgt liegt liegen kostet steigt`);
export const DEEDS =
	set(`email mail send notify alert tell inform warn text let report write reply respond answer forward save
	store keep extract quote list summarise summarize give say ignore then otherwise note confirm acknowledge remind mark tag
	label thank provide apologise apologize promise ask wish explain decline offer invite assure draft compose please bitte sag
	antworte schreib sende schick`);
/** Words that join or deny conditions in ways that are not read: "if it mentions a refund although it is not from ACME". */
const NOT_READ =
	set(`while whereas although though provided providing because fails hardly barely scarcely nobody nothing nowhere
	lacks omits obwohl während sofern solange entweder weder noch sonst denn nichts nirgends niemand kaum`);
/** What shows that words are a condition of their own, and not one more word to look for. */
const VERBS = set("is are was were does do did isn't aren't wasn't doesn't don't isn’t doesn’t don’t");
const JOINTS = set('and or but nor , unless except');
/** A word of a prompt, in small letters; or a quoted phrase. */
export interface Token {
	word: string;
	quoted: string | undefined;
	isCapital: boolean;
}

/** Names of things that are more than one word are one token. */
const NUMBER_NAME =
	/(?<![\p{L}])(phone|telephone|mobile|e-?mail|mail)\s+(?:numbers?|address(?:es)?)(?![\p{L}])/giu;
const CODE_NAME = /(?<![\p{L}])(\p{L}+)\s+(?:number|code|id)s?(?![\p{L}])/giu;

export function tokensOf(text: string): Token[] {
	const named = text
		.replace(NUMBER_NAME, (_, name: string) => (/mail/i.test(name) ? 'address' : 'phone'))
		.replace(CODE_NAME, (words, name: string) => (fieldNamed(words) ? `"${name} number"` : words));
	return [...named.matchAll(TOKEN)].map(([word, quoted]) => ({
		word: quoted === undefined ? word.toLowerCase() : '',
		quoted: quoted?.trim(),
		isCapital: /^\p{Lu}/u.test(word),
	}));
}

/** What joins the words before a place with those behind it. A comma of "a, b or c" is an "or". */
function jointAt(tokens: readonly Token[], at: number): 'and' | 'or' | null {
	const word = tokens[at]?.word ?? '';
	if (word === 'or') return 'or';
	if (word === 'and' || word === 'but') return 'and';
	if (word !== ',') return null;
	const next = tokens.findIndex(({ word }, index) => index > at && word !== ',' && JOINTS.has(word));
	if (next === at + 1) return null;
	return tokens[next]?.word === 'or' && !beginsCondition(tokens, at + 1) && !beginsCondition(tokens, next + 1)
		? 'or'
		: 'and';
}

/** Whether a new condition begins here: "it mentions ..." and "mentions ..." do, "a voucher" goes on with the one before. */
function beginsCondition(tokens: readonly Token[], at: number): boolean {
	const after = tokens.slice(at);
	const end = after.findIndex(({ word }, index) => index > 0 && JOINTS.has(word));
	const own = end < 0 ? after : after.slice(0, end);
	const first = own[0]?.word ?? '';
	if (CUES.has(first) || SUBJECTS.has(first)) return true;
	return own.some(
		({ word }, index) =>
			SIGN.test(word) ||
			VERBS.has(word) ||
			// "It does not mention a voucher or contain a coupon" goes on.
			((SAYS.has(word) || ASKS.has(word)) && (index > 0 || word.endsWith('s'))),
	);
}
/** Whether what begins here says what it is about: "and does not contain a coupon" is about the same as before. */
function hasSubject(tokens: readonly Token[], at: number): boolean {
	const [first = '', second = ''] = tokens.slice(at, at + 2).map(({ word }) => word);
	if (NOT.has(first)) return CUES.has(second);
	return beginsCondition(tokens, at) && ![VERBS, SAYS, ASKS].some((words) => words.has(first));
}
const SUBJECTS = set('it they he she there someone somebody anyone anybody');

/** The last letter of a name: “option A”. */
const isLetter = (tokens: readonly Token[], at: number) =>
	tokens[at]?.isCapital === true &&
	tokens[at].word.length === 1 &&
	!/^\p{L}/u.test(tokens[at + 1]?.word.replace(/^(?:and|or|but)$/, '') ?? '');

/** Alternatives, each a list of tests that must all be true. A test takes what it leaves out from the test before it. */
export function readTests(tokens: readonly Token[]): Test[][] {
	const either: Test[][] = [[]];
	/** The alternatives that the next test belongs to, and those that a word has joined with "or": “a refund or an invoice”. */
	let open = [...either];
	let joined = [...either];
	const nothing = { not: false, exists: false, asks: false, isKind: false, terms: [], beyond: [] };
	let test: Test = { where: 'mail', says: false, loosely: false, ...nothing };
	/** "From ACME, unless it mentions an order": what follows must not hold. */
	let isException = false;
	let lastTerm = -1;
	let lastNot = -1;
	const finish = () => {
		if (test.terms.length > 0 || test.beyond.length > 0) for (const all of open) all.push(test);
		test = { ...test, ...nothing, not: isException, terms: [], beyond: [] };
	};
	const unread = (word: string): Test[][] => [[{ ...test, ...nothing, beyond: [word] }]];
	/** A condition of its own leaves nothing out. */
	const finishBefore = (next: number) => {
		finish();
		if (hasSubject(tokens, next)) test = { ...test, where: 'mail', says: false, loosely: false };
	};
	for (const [at, { word, quoted, isCapital }] of tokens.entries()) {
		const before = tokens[at - 1]?.word ?? '';
		const isBy = word === 'by' && /^(?:sent|written|signed|mailed)$/.test(before);
		if (SIGN.test(word)) {
			const { not } = test;
			finish();
			for (const all of open) all.push({ ...test, not, sign: word });
			continue;
		}
		const where = isBy ? 'sender' : WHERE.get(word);
		const isExcept =
			/^(?:unless|except|excluding)$/.test(word) ||
			(CUES.has(word) && /^(?:not|never)$/.test(before)) ||
			(word === 'but' && /^(?:anyone|anybody|everyone|everybody)$/.test(before));
		// Several things of which not all may hold.
		const isMore = /^(?:and|but|,)$/.test(word) && at + 1 < tokens.length;
		if (isException && !quoted && (isExcept || NOT.has(word) || isMore)) return unread('unless');
		const isNotRead =
			NOT_READ.has(word) ||
			(word === 'even' && CUES.has(tokens[at + 1]?.word ?? '')) ||
			(word === 'long' && before === 'as' && tokens[at + 1]?.word === 'as');
		if (isNotRead && !quoted) return unread(word);
		const joint = jointAt(tokens, at);
		const isOwn = joint !== null && beginsCondition(tokens, at + 1);
		if (quoted) test.terms.push(quoted);
		else if (isExcept) {
			if (either.length > 1) return unread(word);
			// "But not if".
			if (/^(?:not|never)$/.test(before)) test.not = false;
			isException = true;
			// "From anyone except Anna".
			const isSender = test.where === 'sender' && test.terms.length === 0;
			finish();
			test = isSender ? { ...test, not: true } : { ...test, where: 'mail', says: false, loosely: false };
		} else if (CUES.has(word)) {
			if (!/^(?:or|and|but|only|except|,)$/.test(before)) test.beyond.push(word);
		} else if (joint === 'or' && test.not && !isOwn) {
			// "Neither a nor b": both must be missing.
			finish();
			test.not = true;
		} else if (joint === 'or') {
			finishBefore(at + 1);
			// "A and b or c" can mean two things.
			if (isOwn && open.some((all) => all.length > 1)) return unread(word);
			// "From ACME and mentions a refund or an invoice": both are from ACME.
			const other = isOwn ? [] : (open.at(-1)?.slice(0, -1) ?? []);
			joined = isOwn ? [other] : [...joined, other];
			open = [other];
			either.push(other);
		} else if (joint === 'and') {
			// "A refund or an invoice and a total" can mean two things.
			if (isOwn ? either.length > joined.length : joined.length > 1 && word !== ',') return unread(word);
			finishBefore(at + 1);
			open = joined;
		} else if (NOT.has(word)) {
			// "From ACME that do not mention an order", "an order without a number".
			const isNext = test.where === 'sender' || /^(?:without|ohne)$/.test(word);
			if (isNext && test.terms.length > 0) finish();
			test.not = true;
			lastNot = at;
		} else if (word === 'there') test.exists = true;
		// A comparison that was not understood.
		else if (/^(?:than|least|most|between)$/.test(word)) test.beyond.push(word);
		// Who asks is not one of the words to find.
		else if (ASKS.has(word) && !test.says && !test.asks)
			test = { ...test, asks: true, exists: false, terms: [] };
		else if (MEANS.has(word) && !test.asks && (!test.says || test.where === 'sender')) test.beyond.push(word);
		else if (ABOUT.has(word) && !test.asks) {
			if (test.where === 'sender' && test.terms.length > 0) finish();
			test = { ...test, where: test.where === 'sender' ? 'mail' : test.where, says: true, loosely: true };
		} else if (where === 'sender' && test.where === 'mail' && test.terms.length > 0) {
			// "It mentions a flight from Berlin" names no sender.
			if (test.says || (test.not && lastNot < lastTerm)) test.beyond.push(word);
			else {
				// "The invoice is not from ACME": it is about an invoice, and the sender is somebody else.
				const { not } = test;
				test = { ...test, says: true, loosely: true, not: isException };
				finish();
				test = { ...test, where, says: true, loosely: false, not };
			}
		} else if (where) test = { ...test, where, says: test.says || where !== 'mail' };
		else if (/^ha(?:s|ve|d)$/.test(word) && /^(?:to|been|not|\p{L}{3,}ed)$/u.test(tokens[at + 1]?.word ?? ''))
			test.beyond.push(word);
		else if (SAYS.has(word) && (test.where === 'sender' || !(test.says && test.terms.length > 0))) {
			// "From ACME with an invoice" is two tests; of "the customer says", the speaker is not one of the words to find.
			if (test.where === 'sender' && test.says && test.terms.length > 0) finish();
			const isSpeaker = word !== 'with' || test.where === 'sender';
			// "A parcel with a code" has to be found whole; whether "there is a problem with it" is a question of meaning.
			test = {
				...test,
				says: isSpeaker || !test.exists || test.terms.length === 0,
				where: test.where === 'sender' ? 'mail' : test.where,
				terms: isSpeaker ? [] : test.terms,
			};
		} else if (IS_SAID.has(word)) test.says = true;
		else if (
			word &&
			(!NOISE.has(word) || isLetter(tokens, at)) &&
			!/^[,:]$/.test(word) &&
			!(test.asks && ABOUT.has(word))
		) {
			const isName = isCapital || /[@.]/.test(word) || before === 'from';
			if (test.where === 'sender' && !isName) test.isKind = true;
			test.terms.push(word);
			lastTerm = at;
		}
	}
	finish();
	return either.filter((all) => all.length > 0);
}
