import { KIND_GROUPS } from '@watchword/contract/kind-groups';
import type { KnownObject } from '@watchword/contract/known-objects';
import { type Detection, overlap, type Sighting } from '@watchword/model';

/**
 * From these scores on, an object counts: if both networks see it, or if one is very sure. A single network is wrong too
 * often. The values were set on photographs and changed copies of them; bench/RESULTS.md says how, and what other values gave.
 */
const BOTH = { nanodet: 0.25, ssdlite: 0.2 };
const ALONE = { nanodet: 0.55, ssdlite: 0.7 };
/** Below this score, a network sees something almost everywhere. */
const FAINT = { nanodet: 0.23, ssdlite: 0.2 };

/** Below this score, an animal that has two names is as often the other one. */
const SURE_NAME = 0.5;
const ANIMALS: readonly KnownObject[] = KIND_GROUPS.animal ?? [];
/** Kinds that are taken for each other. */
const FAMILIES: readonly (readonly KnownObject[])[] = [ANIMALS, ['car', 'bus', 'truck']];
export const familyOf = (kind: KnownObject) => FAMILIES.find((kinds) => kinds.includes(kind));

/** Two outlines that share this much are the same object, seen by both networks. */
const SAME = 0.45;
/** One network's outlines of the same kind that share this much are one object. */
const DOUBLE = 0.6;
/** Outlines of different kinds that share this much are one object, and one of the names is wrong. */
const RIVAL = 0.7;
/** The less likely name is kept as faint if its score is at least this share of the better one; otherwise it is dropped. */
const RIVAL_SHARE = 0.4;

interface Seen extends Sighting {
	nanodet: number;
	ssdlite: number;
}

/** What is in a picture, from what two networks saw in it: surest first, each object once. */
export function agree(nanodet: Detection[], ssdlite: Detection[]): Sighting[] {
	const seen: Seen[] = [];
	for (const one of nanodet) {
		if (one.confidence >= FAINT.nanodet)
			seen.push({ ...one, sure: false, nanodet: one.confidence, ssdlite: 0 });
	}
	for (const one of ssdlite) {
		if (one.confidence < FAINT.ssdlite) continue;
		const partner = findPartner(one, seen);
		if (partner) partner.ssdlite = one.confidence;
		else seen.push({ ...one, sure: false, nanodet: 0, ssdlite: one.confidence });
	}
	for (const one of seen) {
		one.sure =
			isBoth(one.nanodet, one.ssdlite) || one.nanodet >= ALONE.nanodet || one.ssdlite >= ALONE.ssdlite;
		one.confidence = Math.max(one.nanodet, one.ssdlite);
	}
	seen.sort((a, b) => Number(b.sure) - Number(a.sure) || likelihood(b) - likelihood(a));
	const kept: Sighting[] = [];
	for (const one of withoutDoubles(seen)) {
		const { object, confidence, sure, box } = one;
		if (kept.some(({ oneOf = [], box: other }) => oneOf.includes(object) && overlap(other, box) > RIVAL))
			continue;
		const names = likelyNames(one, seen);
		kept.push(
			names.length > 1
				? { object, confidence, sure: true, oneOf: names, box }
				: { object, confidence, sure, box },
		);
	}
	return kept;
}

/**
 * What an object may be, where it is sure to be one of several kinds that look alike: an animal that is seen faintly under two
 * names, or something that each network calls by another name.
 */
function likelyNames(one: Seen, seen: readonly Seen[]): KnownObject[] {
	const family = familyOf(one.object);
	if (!family || one.confidence >= SURE_NAME) return [one.object];
	const rivals = seen.filter(
		(other) =>
			other.object !== one.object &&
			family.includes(other.object) &&
			overlap(other.box, one.box) > RIVAL &&
			isRival(other, one),
	);
	// The other name is the right one.
	if (!one.sure && rivals.some(({ sure }) => sure)) return [one.object];
	const isAgreed = rivals.some((other) =>
		isBoth(Math.max(one.nanodet, other.nanodet), Math.max(one.ssdlite, other.ssdlite)),
	);
	const isDoubtful = one.sure ? ANIMALS.includes(one.object) : isAgreed;
	return isDoubtful ? [...new Set([one.object, ...rivals.map(({ object }) => object)])] : [one.object];
}

const isBoth = (nanodet: number, ssdlite: number) => nanodet >= BOTH.nanodet && ssdlite >= BOTH.ssdlite;

const likelihood = ({ nanodet, ssdlite }: Seen) => nanodet + ssdlite;
const isRival = (one: Seen, other: Seen) => likelihood(one) >= RIVAL_SHARE * likelihood(other);

function findPartner(one: Detection, seen: Seen[]): Seen | undefined {
	let [best, most]: [Seen | undefined, number] = [undefined, SAME];
	for (const other of seen) {
		if (other.object !== one.object || other.ssdlite > 0) continue;
		const shared = overlap(other.box, one.box);
		if (shared > most) [best, most] = [other, shared];
	}
	return best;
}

function withoutDoubles(seen: Seen[]): Seen[] {
	const kept: Seen[] = [];
	for (const one of seen) {
		if (kept.some((other) => other.object === one.object && overlap(other.box, one.box) > DOUBLE)) continue;
		const rival = kept.find((other) => other.sure && overlap(other.box, one.box) > RIVAL);
		if (!rival) kept.push(one);
		else if (isRival(one, rival)) kept.push({ ...one, sure: false });
	}
	return kept;
}
