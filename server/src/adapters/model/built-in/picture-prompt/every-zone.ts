/** Makes sure that no zone of a prompt is passed over. */
import type { Condition } from '../sight/condition.ts';
import { unknownWords, zonesOf } from '../sight/condition-parts.ts';
import { tokenise } from '../words.ts';
import { zonesIn } from './items.ts';
import type { PictureRequest } from './request.ts';
import type { Known } from './zone-names.ts';

/** A number of objects, not of what is written. */
export function countsObjects(condition: Condition): boolean {
	if ('part' in condition) return countsObjects(condition.part);
	if ('parts' in condition) return condition.parts.some(countsObjects);
	return condition.op === 'number' && condition.of !== undefined;
}

/**
 * A zone that the prompt names, and that decides nothing, would silently be the whole picture: then nothing is judged. Where
 * text is read, it is the zone that the text is in.
 */
export function withEveryZone(
	request: PictureRequest,
	prompt: string,
	known: Known,
	readsText: boolean,
): PictureRequest {
	if (request.wants === 'silence' || request.wants === 'unclear') return request;
	if (request.wants === 'judgement' && request.reading.condition.op === 'unknown') return request;
	const used = new Set(
		request.wants === 'account'
			? [request.where?.zone]
			: request.wants === 'judgement'
				? zonesOf(request.reading.condition).map(({ where }) => where?.zone)
				: [],
	);
	const beyond = request.wants === 'judgement' ? unknownWords(request.reading.condition).join('\n') : '';
	if (known.zones.length === 0 && !PARTS.test(prompt)) return request;
	const unused = zonesIn(tokenise(prompt), known).filter(
		({ zone }) => !used.has(zone) && !beyond.includes(tokenise(zone.name).join(' ')),
	);
	const [first, ...others] = unused;
	if (!first) return request;
	if (readsText && others.length === 0 && first.side !== 'outside' && request.wants !== 'account')
		return { ...request, textIn: first };
	const words = [...new Set(unused.map(({ zone }) => zone.name))];
	const notes = request.wants === 'judgement' ? request.reading.notes : [];
	return { wants: 'judgement', reading: { condition: { op: 'unknown', words }, notes } };
}

/** Words that every part of a picture is named by. */
const PARTS =
	/left|right|top|bottom|upper|lower|middle|cent(?:re|er)|corner|edge|ground|camera|lens|far|distance/i;
