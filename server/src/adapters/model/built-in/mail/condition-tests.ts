/** Reads the words of a condition on a mail as tests, word by word. */
import {
	ABOUT,
	ASKS,
	beginsCondition,
	CUES,
	hasSubject,
	IS_SAID,
	isName,
	jointAt,
	MEANS,
	NOISE,
	NOT,
	NOT_READ,
	SAYS,
	SIGN,
	type Test,
	type Token,
	WHERE,
} from './condition-words.ts';

/** What has been read so far. */
interface Reading {
	tokens: readonly Token[];
	either: Test[][];
	/** The alternatives that the next test belongs to. */
	open: Test[][];
	/** Those that a word has joined with "or": “a refund or an invoice”. */
	joined: Test[][];
	/** The test that is being read. It takes what it leaves out from the one before it. */
	test: Test;
	/** "From ACME, unless it mentions an order": what follows must not hold. */
	isException: boolean;
	lastTerm: number;
	lastNot: number;
	/** A word that makes the condition one that is not read. */
	unread: string | null;
}

/** Reads the word at a place if it is its own kind of word. Says whether it was. */
type Step = (reading: Reading, at: number) => boolean;

const nothing = () => ({
	not: false,
	exists: false,
	asks: false,
	isStatement: false,
	isKind: false,
	isAnyone: false,
	terms: [],
	beyond: [],
});
const ANYWHERE = { where: 'mail', says: false, loosely: false } as const;
const wordAt = ({ tokens }: Reading, at: number) => tokens[at]?.word ?? '';

/** Alternatives, each a list of tests that must all be true. */
export function readTests(tokens: readonly Token[]): Test[][] {
	const either: Test[][] = [[]];
	const reading: Reading = {
		tokens,
		either,
		open: [...either],
		joined: [...either],
		test: { ...ANYWHERE, ...nothing() },
		isException: false,
		lastTerm: -1,
		lastNot: -1,
		unread: null,
	};
	for (const at of tokens.keys()) {
		STEPS.some((step) => step(reading, at));
		if (reading.unread !== null) return [[{ ...reading.test, ...nothing(), beyond: [reading.unread] }]];
	}
	finish(reading);
	return either.filter((all) => all.length > 0);
}

function finish(reading: Reading): void {
	const { test, open, isException } = reading;
	if (test.terms.length > 0 || test.beyond.length > 0) for (const all of open) all.push(test);
	reading.test = { ...test, ...nothing(), not: isException };
}

/** A condition of its own leaves nothing out. */
function finishBefore(reading: Reading, next: number): void {
	finish(reading);
	if (hasSubject(reading.tokens, next)) reading.test = { ...reading.test, ...ANYWHERE };
}

function giveUp(reading: Reading, word: string): true {
	reading.unread = word;
	return true;
}

const takeSign: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!SIGN.test(word)) return false;
	const { not } = reading.test;
	finish(reading);
	for (const all of reading.open) all.push({ ...reading.test, not, sign: word });
	return true;
};

const isExcept = (reading: Reading, at: number) => {
	const [before, word] = [wordAt(reading, at - 1), wordAt(reading, at)];
	return (
		/^(?:unless|except|excluding)$/.test(word) ||
		(CUES.has(word) && /^(?:not|never)$/.test(before)) ||
		(word === 'but' && /^(?:anyone|anybody|everyone|everybody)$/.test(before))
	);
};

const refuseUnread: Step = (reading, at) => {
	const { tokens, isException } = reading;
	const [before, word, next] = [at - 1, at, at + 1].map((place) => wordAt(reading, place)) as [
		string,
		string,
		string,
	];
	if (tokens[at]?.quoted) return false;
	// Several things of which not all may hold.
	const isMore = /^(?:and|but|,)$/.test(word) && at + 1 < tokens.length;
	if (isException && (isExcept(reading, at) || NOT.has(word) || isMore)) return giveUp(reading, 'unless');
	const isNotRead =
		NOT_READ.has(word) ||
		(word === 'even' && CUES.has(next)) ||
		(word === 'long' && before === 'as' && next === 'as');
	return isNotRead && giveUp(reading, word);
};

const takeQuoted: Step = ({ tokens, test }, at) => {
	const quoted = tokens[at]?.quoted;
	if (quoted) test.terms.push(quoted);
	return Boolean(quoted);
};

const takeException: Step = (reading, at) => {
	if (!isExcept(reading, at)) return false;
	if (reading.either.length > 1) return giveUp(reading, wordAt(reading, at));
	// "But not if".
	if (/^(?:not|never)$/.test(wordAt(reading, at - 1))) reading.test.not = false;
	reading.isException = true;
	// "From anyone except Anna".
	const isSender = reading.test.where === 'sender' && reading.test.terms.length === 0;
	finish(reading);
	reading.test = isSender ? { ...reading.test, not: true } : { ...reading.test, ...ANYWHERE };
	return true;
};

const takeCue: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!CUES.has(word)) return false;
	if (!/^(?:or|and|but|only|except|,)$/.test(wordAt(reading, at - 1))) reading.test.beyond.push(word);
	return true;
};

const takeOr: Step = (reading, at) => {
	if (jointAt(reading.tokens, at) !== 'or') return false;
	const isOwn = beginsCondition(reading.tokens, at + 1);
	if (reading.test.not && !isOwn) {
		// "Neither a nor b": both must be missing.
		finish(reading);
		reading.test.not = true;
		return true;
	}
	finishBefore(reading, at + 1);
	// "A and b or c" can mean two things.
	if (isOwn && reading.open.some((all) => all.length > 1)) return giveUp(reading, wordAt(reading, at));
	// "From ACME and mentions a refund or an invoice": both are from ACME.
	const other = isOwn ? [] : (reading.open.at(-1)?.slice(0, -1) ?? []);
	reading.joined = isOwn ? [other] : [...reading.joined, other];
	reading.open = [other];
	reading.either.push(other);
	return true;
};

const takeAnd: Step = (reading, at) => {
	const { tokens, either, joined } = reading;
	if (jointAt(tokens, at) !== 'and') return false;
	const isOwn = beginsCondition(tokens, at + 1);
	const word = wordAt(reading, at);
	// "A refund or an invoice and a total" can mean two things.
	if (isOwn ? either.length > joined.length : joined.length > 1 && word !== ',') return giveUp(reading, word);
	finishBefore(reading, at + 1);
	reading.open = joined;
	return true;
};

const takeNot: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!NOT.has(word)) return false;
	// "From ACME that do not mention an order", "an order without a number".
	const isNext = reading.test.where === 'sender' || /^(?:without|ohne)$/.test(word);
	if (isNext && reading.test.terms.length > 0) finish(reading);
	reading.test.not = true;
	reading.lastNot = at;
	return true;
};

const takeThere: Step = (reading, at) => {
	if (wordAt(reading, at) !== 'there') return false;
	reading.test.exists = true;
	return true;
};

const takeUnknownComparison: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!/^(?:than|least|most|between)$/.test(word)) return false;
	reading.test.beyond.push(word);
	return true;
};

const takeRequest: Step = (reading, at) => {
	const { test } = reading;
	// “The sender asks for a call”.
	const isSender = test.where === 'sender' && test.terms.length === 0;
	if (!ASKS.has(wordAt(reading, at)) || (test.says && !isSender) || test.asks) return false;
	// Who asks is not one of the words to find.
	reading.test = { ...test, where: 'mail', says: false, asks: true, exists: false, terms: [] };
	return true;
};

const takeMeaning: Step = (reading, at) => {
	const { test } = reading;
	const word = wordAt(reading, at);
	if (!MEANS.has(word) || test.asks || (test.says && test.where !== 'sender')) return false;
	test.beyond.push(word);
	return true;
};

const takeAbout: Step = (reading, at) => {
	if (!ABOUT.has(wordAt(reading, at))) return false;
	// “They ask about the price”: to name it is not enough.
	if (reading.test.asks) {
		reading.test.loosely = true;
		return true;
	}
	if (reading.test.where === 'sender' && reading.test.terms.length > 0) finish(reading);
	const { test } = reading;
	reading.test = {
		...test,
		where: test.where === 'sender' ? 'mail' : test.where,
		says: true,
		loosely: true,
	};
	return true;
};

const takePlace: Step = (reading, at) => {
	const { test, lastNot, lastTerm, isException } = reading;
	const word = wordAt(reading, at);
	const isBy = word === 'by' && /^(?:sent|written|signed|mailed)$/.test(wordAt(reading, at - 1));
	const where = isBy ? 'sender' : WHERE.get(word);
	if (!where) return false;
	if (where !== 'sender' || test.where !== 'mail' || test.terms.length === 0) {
		reading.test = { ...test, where, says: test.says || where !== 'mail' };
		return true;
	}
	// "It mentions a flight from Berlin" names no sender.
	if (test.says || (test.not && lastNot < lastTerm)) {
		test.beyond.push(word);
		return true;
	}
	// "The invoice is not from ACME": it is about an invoice, and the sender is somebody else.
	reading.test = { ...test, says: true, loosely: true, not: isException };
	finish(reading);
	reading.test = { ...reading.test, where, says: true, loosely: false, not: test.not };
	return true;
};

/** "Has been paid", "have to answer": no words that it has. */
const takeHas: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!/^ha(?:s|ve|d)$/.test(word) || !/^(?:to|been|not|\p{L}{3,}ed)$/u.test(wordAt(reading, at + 1)))
		return false;
	reading.test.beyond.push(word);
	return true;
};

/** “That the office is closed”, up to the next joint. */
function isClause(reading: Reading, at: number): boolean {
	for (let next = at; wordAt(reading, next) !== '' && !jointAt(reading.tokens, next); next++)
		if (/^(?:is|are|was|were|has|have|will|cannot)$/.test(wordAt(reading, next))) return true;
	return false;
}

const takeSays: Step = (reading, at) => {
	const word = wordAt(reading, at);
	const { says, where, terms } = reading.test;
	if (!SAYS.has(word) || (where !== 'sender' && says && terms.length > 0)) return false;
	// “The sender contains "shop"”: only its address can.
	if (where === 'sender' && terms.length === 0 && /^(?:contain|includ)/.test(word)) return true;
	// "From ACME with an invoice" is two tests; of "the customer says", the speaker is not one of the words to find.
	if (where === 'sender' && says && terms.length > 0) finish(reading);
	const { test } = reading;
	const isSpeaker = word !== 'with' || test.where === 'sender';
	// "A parcel with a code" has to be found whole; whether "there is a problem with it" is a question of meaning.
	reading.test = {
		...test,
		says: isSpeaker || !test.exists || test.terms.length === 0,
		where: test.where === 'sender' ? 'mail' : test.where,
		isStatement: /^(?:say|state)/.test(word) && isClause(reading, at + 1),
		terms: isSpeaker ? [] : test.terms,
	};
	return true;
};

const takeIsSaid: Step = (reading, at) => {
	if (!IS_SAID.has(wordAt(reading, at))) return false;
	reading.test.says = true;
	return true;
};

const takeTerm: Step = (reading, at) => {
	const { tokens, test } = reading;
	const word = wordAt(reading, at);
	const isNoise = NOISE.has(word) && !isName(tokens, at);
	if (word === '' || isNoise || /^[,:]$/.test(word)) return false;
	const isSomebody =
		tokens[at]?.isCapital === true || /[@.]/.test(word) || wordAt(reading, at - 1) === 'from';
	if (test.where === 'sender' && !isSomebody) {
		test.isKind = true;
		test.isAnyone ||= /^(?:my|our|an?|any)$/.test(wordAt(reading, at - 1));
	}
	test.terms.push(word);
	reading.lastTerm = at;
	return true;
};

/** The first that fits reads the word. */
const STEPS: readonly Step[] = [
	takeSign,
	refuseUnread,
	takeQuoted,
	takeException,
	takeCue,
	takeOr,
	takeAnd,
	takeNot,
	takeThere,
	takeUnknownComparison,
	takeRequest,
	takeMeaning,
	takeAbout,
	takePlace,
	takeHas,
	takeSays,
	takeIsSaid,
	takeTerm,
];
