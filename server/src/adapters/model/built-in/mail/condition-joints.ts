/** Words that join, deny or except conditions on a mail. */
import {
	ANYWHERE,
	finish,
	finishBefore,
	giveUp,
	type Reading,
	type Step,
	wordAt,
} from './condition-reading.ts';
import { beginsCondition, CUES, jointAt, NOT, NOT_READ, SIGN } from './condition-words.ts';

export const takeSign: Step = (reading, at) => {
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

export const refuseUnread: Step = (reading, at) => {
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

export const takeQuoted: Step = ({ tokens, test }, at) => {
	const quoted = tokens[at]?.quoted;
	if (quoted) test.terms.push(quoted);
	return Boolean(quoted);
};

export const takeException: Step = (reading, at) => {
	if (!isExcept(reading, at)) return false;
	if (reading.either.length > 1) {
		// "It mentions a or b, unless it is c" excepts both.
		const isOfAll =
			reading.joined.length === reading.either.length && beginsCondition(reading.tokens, at + 1);
		if (!isOfAll) return giveUp(reading, wordAt(reading, at));
		finish(reading);
		reading.open = reading.either;
	}
	// "But not if".
	if (/^(?:not|never)$/.test(wordAt(reading, at - 1))) reading.test.not = false;
	reading.isException = true;
	// "From anyone except Anna".
	const isSender = reading.test.where === 'sender' && reading.test.terms.length === 0;
	finish(reading);
	reading.test = isSender ? { ...reading.test, not: true } : { ...reading.test, ...ANYWHERE };
	return true;
};

export const takeCue: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!CUES.has(word)) return false;
	if (!/^(?:or|and|but|only|except|,)$/.test(wordAt(reading, at - 1))) reading.test.beyond.push(word);
	return true;
};

export const takeOr: Step = (reading, at) => {
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

export const takeAnd: Step = (reading, at) => {
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

export const takeNot: Step = (reading, at) => {
	const word = wordAt(reading, at);
	if (!NOT.has(word)) return false;
	// "From ACME that do not mention an order", "an order without a number".
	const isNext = reading.test.where === 'sender' || /^(?:without|ohne)$/.test(word);
	if (isNext && reading.test.terms.length > 0) finish(reading);
	reading.test.not = true;
	reading.lastNot = at;
	return true;
};
