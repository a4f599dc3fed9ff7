/** A condition and one picture: whether it holds, and why that cannot be told. */
import { type Condition, holds, type Part, type Place, type Seen } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { inWords } from '@watchword/contract/in-words';
import { KIND_GROUPS, kindsNamed } from '@watchword/contract/kind-groups';
import type { KnownObject } from '@watchword/contract/known-objects';
import type { Zone } from '@watchword/contract/zone';
import { alternatives } from './alternatives.ts';
import { apart, exactCount, isSure, of, range } from './counting.ts';
import { type Clock, isWithin } from './hours.ts';
import { counted, one } from './names.ts';
import type { Scene, Written } from './scene.ts';
import { type Box, isCertainly, isClose, isInside, isSameGround, type Sighting, touch } from './sighting.ts';
import { taughtDoubt } from './taught.ts';
import { type Held, isLineIn, judgeNumber, judgeText, judgeValue } from './writing.ts';
import { edgeDoubt, positionOf, whereOf, within } from './zones.ts';

/** What a condition is judged by besides the picture. */
export interface Around {
	zones: readonly Zone[];
	clock: Clock | null;
	/** The examples are about the condition as a whole: both must agree. */
	isTaughtToo?: boolean;
}

export interface Doubt {
	why: string;
	/** Something was seen too faintly: another view of it would help. */
	isFaint?: boolean;
}

interface HeldPart extends Held {
	isFaint?: boolean;
}

export interface Judged {
	held: boolean | null;
	/** Why the parts that cannot be told cannot be told, apart from words that only examples or a language model can decide. */
	doubts: Doubt[];
}

export function judge(condition: Condition, scene: Scene, around: Around): Judged {
	const doubts = new Map<string, Doubt>();
	const held = holds(alternatives(condition), (part) => {
		const { held, why, isFaint } = judgePart(part, scene, around);
		if (held === null && why !== undefined) doubts.set(why, { why, ...(isFaint && { isFaint }) });
		return held;
	});
	if (!around.isTaughtToo) return { held, doubts: [...doubts.values()] };
	const said = scene.taught?.held ?? null;
	if (said === held) return { held, doubts: [...doubts.values()] };
	const why =
		said === null
			? taughtDoubt(scene)
			: `the examples say “${said ? 'yes' : 'no'}”, and what was found says otherwise`;
	return { held: null, doubts: [...doubts.values(), { why }] };
}

function judgePart(part: Part, scene: Scene, around: Around): HeldPart {
	switch (part.is) {
		case 'seen':
			return judgeSeen(part, scene, around);
		case 'hours':
			return { held: isWithin(part, around.clock), why: 'the time that decides it is not certain' };
		case 'text':
		case 'number':
			return judgeWritten(part, scene, around);
		case 'taught':
			return { held: scene.taught?.held ?? null, why: taughtDoubt(scene) };
		case 'every':
			return { held: true };
		case 'beyond':
			return { held: null };
		default:
			return { held: null, why: `a picture does not show whether ${conditionInWords(part)}` };
	}
}

function judgeWritten(part: Part & { is: 'text' | 'number' }, scene: Scene, { zones }: Around): HeldPart {
	const { where, problem } = whereOf(part.where, zones);
	if (problem) return { held: null, why: problem };
	if (part.is === 'number' && typeof part.of !== 'string') {
		const kinds = kindsNamed(part.of.kinds);
		const count = kinds && exactCount(kinds, within(scene.sightings, where, scene.ratio));
		return count === null
			? { held: null, why: `how many there are (${inWords(part.of.kinds, 'or')}) is not certain` }
			: judgeValue(part, count, scene);
	}
	if (!scene.written) return { held: null, why: 'the text was not read' };
	const isThere = (line: Written['lines'][number]) => !where || isLineIn(line, where.zone, scene.ratio);
	const written = { ...scene.written, lines: scene.written.lines.filter(isThere) };
	if (part.is === 'number') return judgeNumber(part as typeof part & { of: string }, written, scene);
	if (!part.inside) return judgeText(part, written);
	// A logo is often not read as text: that a van says something else is never certain.
	const inside = of(kindsNamed(part.inside) ?? [], scene.sightings);
	const lines = written.lines.filter((line) => inside.some(({ box }) => isInside(line.box, box)));
	return inside.length === 0 ? { held: false } : judgeText(part, { lines, partly: true });
}

/** So many, and not more. */
function judgeSeen(part: Seen, scene: Scene, { zones }: Around): HeldPart {
	const kinds = kindsNamed(part.kinds);
	const besides = part.beside ? kindsNamed(part.beside.kinds) : [];
	if (!kinds || !besides)
		return { held: null, why: `${inWords(part.kinds, 'or')} is not a kind that is known any more` };
	const { where, problem } = whereOf(part.where, zones);
	if (problem) return { held: null, why: problem };
	const seen = inReach(part.where, within(scene.sightings, where, scene.ratio));
	const atLeast = (least: number) =>
		part.beside
			? meets(part.beside.how, of(kinds, seen), of(besides, scene.sightings), least, besides)
			: among(range(kinds, seen), least);
	const enough = part.least > 0 ? atLeast(part.least) : true;
	const tooMany = part.most === null ? false : atLeast(part.most + 1);
	const held =
		enough === false || tooMany === true ? false : enough === null || tooMany === null ? null : true;
	if (held !== null) return { held };
	const isOnEdge =
		where &&
		of(kinds, scene.sightings).some(
			({ sure, box }) => sure && positionOf(box, where, scene.ratio) === 'edge',
		);
	if (isOnEdge) return { held, why: edgeDoubt(where, inWords(part.kinds, 'or'), scene.ratio) };
	return part.beside
		? { held, ...doubtOfBeside(part.kinds, kinds, part.beside, besides, scene.sightings) }
		: { held, ...doubtOfCount(part, kinds, seen, scene.sightings) };
}

const among = ([fewest, most]: [number, number], least: number) =>
	most < least ? false : fewest >= least ? true : null;

/** Kinds that come and go. Other kinds (a couch, a bench) are usually places. */
const COMING_AND_GOING: readonly KnownObject[] = kindsNamed(['person', 'animal', 'vehicle', 'bicycle']) ?? [];

/** Whether so many things touch a place, are near it, or have it with them. */
function meets(
	how: NonNullable<Seen['beside']>['how'],
	things: readonly Sighting[],
	places: readonly Sighting[],
	least: number,
	kinds: readonly KnownObject[],
): boolean | null {
	if (things.length < least) return false;
	const meeting = (
		some: readonly Sighting[],
		others: readonly Sighting[],
		meet: (a: Box, b: Box) => boolean,
	) => some.filter((thing) => others.some(({ box }) => box !== thing.box && meet(thing.box, box))).length;
	const isOnGround = how === 'near' && kinds.some((kind) => COMING_AND_GOING.includes(kind));
	const besides = (a: Box, b: Box) => touch(a, b) && (!isOnGround || isSameGround(a, b));
	if (meeting(apart(things.filter(isSure)), places.filter(isSure), besides) >= least) return true;
	if (meeting(things, places, touch) >= least) return null;
	// A dog on a leash or a ball in the air does not overlap its person. But if there is none, nobody has one.
	if (how === 'with') return places.length > 0 ? null : false;
	if (how === 'near' && meeting(things, places, isClose) > 0) return null;
	// A place that was not recognised may still be there.
	return places.some(isSure) ? false : null;
}

/** Places so small that the camera which was put up for them is close. */
const CLOSE =
	/^(?:(?:front |back |side )?(?:yard|garden)|backyard|frontyard|lawn|drive ?way|drive|garage|carport|parking (?:space|spot|bay|place)|patio|(?:front )?porch|doorstep|einfahrt|auffahrt|hof|innenhof|vorgarten|garten|stellplatz|parkplatz|terrasse)$/i;
/** A car of less than this share of the picture is some twenty metres away. */
const FAR = 0.015;
const closeView = (place: Place | undefined) =>
	place && 'view' in place && CLOSE.test(place.view) ? place.view : null;

/** A car that is far away may stand on the street, and not in "my driveway". */
function inReach(place: Place | undefined, seen: readonly Sighting[]): readonly Sighting[] {
	if (closeView(place) === null) return seen;
	return seen.map((one) => {
		const { left, top, right, bottom } = one.box;
		const isFar = KIND_GROUPS.vehicle?.includes(one.object) && (right - left) * (bottom - top) < FAR;
		return isFar ? { ...one, sure: false } : one;
	});
}

function doubtOfCount(
	{ kinds: names, where }: Seen,
	kinds: readonly KnownObject[],
	reached: readonly Sighting[],
	all: readonly Sighting[],
): Doubt {
	const isFar = of(kinds, all).filter(isSure).length > of(kinds, reached).filter(isSure).length;
	if (closeView(where) !== null && isFar)
		return {
			why: `what is seen is far away and may be outside the ${closeView(where)}; a zone of that name would help`,
		};
	const [fewest, most] = range(kinds, reached);
	const either = of(kinds, reached).find((one) => !isCertainly(one, kinds));
	if (fewest === 0 && either?.oneOf)
		return { why: `${one([inWords(either.oneOf, 'or')])} was seen, but which is not certain`, isFaint: true };
	if (fewest > 0) return { why: `there may be ${fewest} to ${counted(most, names)}`, isFaint: true };
	const some = most === 1 ? `${one(names)} was` : `up to ${counted(most, names)} were`;
	return { why: `${some} seen too faintly to be sure`, isFaint: true };
}

function doubtOfBeside(
	names: string[],
	kinds: readonly KnownObject[],
	beside: NonNullable<Seen['beside']>,
	besides: readonly KnownObject[],
	sightings: readonly Sighting[],
): Doubt {
	if (of(besides, sightings).length === 0) return { why: `no ${inWords(beside.kinds, 'or')} was recognised` };
	const faint = [
		{ names, kinds },
		{ names: beside.kinds, kinds: besides },
	].find((one) => !of(one.kinds, sightings).some(isSure));
	if (faint) return { why: `${one(faint.names)} was seen too faintly to be sure`, isFaint: true };
	const [thing, place] = [one(names), one(beside.kinds)];
	if (beside.how === 'near') return { why: `how close ${thing} is to ${place} is hard to say` };
	return { why: `whether ${thing} is ${beside.how === 'with' ? 'with' : 'on'} ${place} is hard to say` };
}
