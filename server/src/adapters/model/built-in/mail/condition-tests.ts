/** Reads the words of a condition on a mail as tests, word by word. */
import {
	refuseUnread,
	takeAnd,
	takeCue,
	takeException,
	takeNot,
	takeOr,
	takeQuoted,
	takeSign,
} from './condition-joints.ts';
import { ANYWHERE, finish, nothing, type Reading, type Step, wordAt } from './condition-reading.ts';
import {
	ABOUT,
	ASKS,
	IS_SAID,
	isName,
	jointAt,
	MEANS,
	NOISE,
	SAYS,
	type Test,
	type Token,
	WHERE,
} from './condition-words.ts';

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
	// “It is an offer” names a kind of mail.
	if (/^(?:offers?|request)$/.test(word) && /^(?:is|are|an?|the|any)$/.test(wordAt(reading, at - 1)))
		return false;
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
	if (
		!/^ha(?:s|ve|d)$/.test(word) ||
		!/^(?:to|been|not|\p{L}{3,}ed|paid|sent|sold|lost|left|gone|come|made|done|bought|found|forgotten|broken|stolen)$/u.test(
			wordAt(reading, at + 1),
		)
	)
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
	// “The sender contains "shop"”: only its address can. But a sender also “includes an invoice”.
	const isQuoted = reading.tokens[at + 1]?.quoted !== undefined;
	if (where === 'sender' && terms.length === 0 && isQuoted && /^(?:contain|includ)/.test(word)) return true;
	// "From ACME with an invoice" is two tests; of "the customer says", the speaker is not one of the words to find.
	if (where === 'sender' && says && terms.length > 0) finish(reading);
	const { test } = reading;
	const isSpeaker = word !== 'with' || test.where === 'sender';
	// "A parcel with a code" has to be found whole; whether "there is a problem with it" is a question of meaning.
	reading.test = {
		...test,
		says: isSpeaker || !test.exists || test.terms.length === 0,
		where: test.where === 'sender' ? 'mail' : test.where,
		isStatement:
			/^(?:say|state)/.test(word) && (wordAt(reading, at + 1) === 'that' || isClause(reading, at + 1)),
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
