/** Why a picture cannot decide a condition, apart from words that the detector cannot judge. */
import { isCertainly } from '../detector/sighting.ts';
import { counted, inWords, type Meaning } from '../picture-prompt/lexicon.ts';
import { type Condition, evaluate, isSure, of, range, shownBy, withinReach } from './condition.ts';
import { one } from './condition-words.ts';
import type { Scene } from './scene.ts';
import { taughtDoubt } from './taught.ts';
import { judgeWritten } from './written.ts';
import { edgeDoubt, positionOf, type Where } from './zones.ts';

export interface Doubt {
	why: string;
	/** Something was seen too faintly: another view of it would help. */
	isFaint?: boolean;
}

export function doubts(condition: Condition, scene: Scene): Doubt[] {
	switch (condition.op) {
		case 'count':
		case 'touch': {
			if (condition.only || evaluate(condition, scene) !== null) return [];
			const edge = doubtOfZone(condition, scene);
			if (edge) return [{ why: edge }];
			return [condition.op === 'count' ? doubtOfCount(condition, scene) : doubtOfTouch(condition, scene)];
		}
		case 'taught':
		case 'agree':
			return evaluate(condition, scene) === null ? [{ why: taughtDoubt(condition.op, scene) }] : [];
		case 'text':
		case 'number': {
			const { held, why } = judgeWritten(condition, shownBy(scene));
			return held === null ? [{ why }] : [];
		}
		case 'not':
			return doubts(condition.part, scene);
		case 'and':
		case 'or': {
			const each = condition.parts.flatMap((part) => doubts(part, scene));
			return [...new Map(each.map((doubt) => [doubt.why, doubt])).values()];
		}
		default:
			return [];
	}
}

function doubtOfCount(condition: Condition & { op: 'count' }, scene: Scene): Doubt {
	const { what, close } = condition;
	const reached = withinReach(condition, scene);
	const isFar = of(what, scene.sightings).some(({ sure }, at) => sure !== of(what, reached)[at]?.sure);
	if (close && isFar)
		return {
			why: `what is seen is far away and may be outside the ${close}; a zone of that name would help`,
		};
	const [fewest, most] = range(what, reached);
	const either = of(what, reached).find((one) => !isCertainly(one, what.kinds));
	if (fewest === 0 && either?.oneOf)
		return {
			why: `${one(inWords(either.oneOf, 'or'))} was seen, but which is not certain`,
			isFaint: true,
		};
	if (fewest > 0) return { why: `there may be ${fewest} to ${counted(most, what.label)}`, isFaint: true };
	const some = most === 1 ? `${one(what.label)} was` : `up to ${counted(most, what.label)} were`;
	return { why: `${some} seen too faintly to be sure`, isFaint: true };
}

function doubtOfTouch({ what, where, near, held }: Condition & { op: 'touch' }, { sightings }: Scene): Doubt {
	if (of(where, sightings).length === 0) return { why: `no ${where.label} was recognised` };
	const faint = [what, where].find((meaning) => !of(meaning, sightings).some(isSure));
	if (faint) return { why: `${one(faint.label)} was seen too faintly to be sure`, isFaint: true };
	if (near) return { why: `how close ${one(what.label)} is to ${one(where.label)} is hard to say` };
	return { why: `whether ${one(what.label)} is ${held ? 'with' : 'at'} ${one(where.label)} is hard to say` };
}

/** What is sure to be seen, but not whether it is in the zone. */
function doubtOfZone({ what, in: where }: { what: Meaning; in?: Where }, scene: Scene): string | null {
	if (!where) return null;
	const isOnEdge = of(what, scene.sightings).some(
		({ sure, box }) => sure && positionOf(box, where, scene.ratio) === 'edge',
	);
	return isOnEdge ? edgeDoubt(where, what.label, scene.ratio) : null;
}
