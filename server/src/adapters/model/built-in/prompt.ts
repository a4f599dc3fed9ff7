import { readClauses } from './clauses.ts';
import { type Condition, flat, negate } from './condition.ts';
import { toItems } from './items.ts';
import type { Meaning } from './lexicon.ts';
import { parseCondition, type Reading } from './parse.ts';

/** What a customer's prompt wants of a picture. */
export type PictureRequest =
	| { wants: 'judgement'; reading: Reading }
	/** To be told what is there; `about` names what was asked for, nothing for everything. */
	| { wants: 'account'; about: Meaning[] }
	| { wants: 'unclear' };

/** Reads a prompt about a picture. It never fails: what cannot be read is unclear. */
export function readPicturePrompt(prompt: string): PictureRequest {
	const clauses = readClauses(prompt.slice(0, 5000));
	const judgements = clauses.filter((clause) => clause.wants === 'judgement');
	const cued = judgements.filter((clause) => clause.cued);

	const readings = (cued.length > 0 ? cued : judgements).flatMap(({ words, head, denied, cued }) => {
		const reading = parseCondition(words, objectsIn(head).at(-1) ?? null);
		// Without an "if", a sentence of which nothing is known is talk, not a condition.
		if (!reading || (!cued && !knowsAnything(reading.condition))) return [];
		return [{ reading, denied }];
	});
	const accounts = clauses.filter((clause) => clause.wants === 'account');
	const [first] = readings;
	if (!first || (cued.length === 0 && accounts.length > 0)) {
		if (accounts.length === 0) return unreadable(judgements.flatMap(({ words }) => words));
		return { wants: 'account', about: accounts.flatMap(({ words }) => objectsIn(words)) };
	}

	// Each sentence is a reason to act; one that says when to stay quiet holds for all of them.
	const reasons = readings.filter(({ denied }) => !denied).map(({ reading }) => reading.condition);
	const quiet = readings.filter(({ denied }) => denied).map(({ reading }) => reading.condition);
	const parts: Condition[] = [...(reasons.length > 0 ? [flat('or', reasons)] : []), ...quiet.map(negate)];
	const notes = new Set(readings.flatMap(({ reading }) => reading.notes));
	return { wants: 'judgement', reading: { condition: flat('and', parts), notes: [...notes] } };
}

/** A prompt in which nothing is known still names what it is about. */
function unreadable(words: string[]): PictureRequest {
	const reading = parseCondition(words, null);
	return reading ? { wants: 'judgement', reading } : { wants: 'unclear' };
}

const objectsIn = (words: string[]) =>
	toItems(words).flatMap((item) => (item.is === 'object' ? [item.meaning] : []));

function knowsAnything(condition: Condition): boolean {
	if (condition.op === 'unknown') return false;
	if (condition.op === 'not') return knowsAnything(condition.part);
	return 'parts' in condition ? condition.parts.some(knowsAnything) : true;
}
