import type { PictureRequest } from './picture-prompt/request.ts';
import { type Condition, exactCount } from './sight/condition.ts';
import type { Scene } from './sight/scene.ts';
import { type Since, valueIn } from './sight/written.ts';
import { type Where, within } from './sight/zones.ts';

/** What has to be found out about a picture to answer a request. */
export interface Needs {
	objects: boolean;
	text: boolean;
	/** The earlier moments that it compares with. */
	moments: Since[];
	/** The zone that the text is in; everywhere if there is none. */
	textIn?: Where | undefined;
}

export function needsOf(request: PictureRequest): Needs {
	if (request.wants === 'text') return { objects: false, text: true, moments: [], textIn: request.textIn };
	if (request.wants !== 'judgement') return { objects: true, text: false, moments: [] };
	const leaves = leavesOf(request.reading.condition);
	const text = leaves.some((one) => one.op === 'text' || (one.op === 'number' && !one.of));
	const moments = leaves.flatMap((one) => (one.op === 'number' && one.since ? [one.since] : []));
	const isOther = (one: Condition) => !['text', 'number', 'time'].includes(one.op);
	return {
		objects: !text || leaves.some((one) => isOther(one) || (one.op === 'number' && one.of)),
		text,
		moments,
		textIn: request.textIn,
	};
}

/** The number that a picture shows, if the request asks for one and it is certain. It is kept with the run. */
export function numberShown(request: PictureRequest, { sightings, written, ratio }: Scene): number | null {
	if (request.wants === 'text') {
		const { number, noun } = request.asked;
		return number === false || !written ? null : valueIn(written, noun);
	}
	if (request.wants === 'account') {
		const [only, ...others] = request.about;
		return only && others.length === 0 ? exactCount(only, within(sightings, request.where, ratio)) : null;
	}
	if (request.wants !== 'judgement') return null;
	const leaves = leavesOf(request.reading.condition);
	const number = leaves.find((one) => one.op === 'number');
	if (number) {
		if (number.of) return exactCount(number.of, sightings);
		return written ? valueIn(written, number.noun) : null;
	}
	// "More than two people" counts them; "a person" only asks whether there is one.
	const [count, ...others] = leaves.filter((one) => one.op === 'count');
	const isNumber = count && others.length === 0 && !count.only && (count.least > 1 || isLimit(count.most));
	return isNumber ? exactCount(count.what, within(sightings, count.in, ratio)) : null;
}

const isLimit = (most: number) => most > 0 && most < Number.POSITIVE_INFINITY;

/** The conditions that a condition is made of. */
function leavesOf(condition: Condition): Condition[] {
	if (condition.op === 'not') return leavesOf(condition.part);
	if (condition.op === 'agree') return [condition, ...leavesOf(condition.part)];
	return 'parts' in condition ? condition.parts.flatMap(leavesOf) : [condition];
}
