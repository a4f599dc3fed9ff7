/** A second look at what was not certain: at a part of the picture, in full resolution. */
import type { KnownObject } from '@watchword/contract/known-objects';
import { type Box, type Detection, isInside, mayBe, overlap, type Sighting } from '@watchword/model';
import { familyOf } from './agree.ts';
import { type Pixels, type Reports, SIDE } from './sighting.ts';

/** A look at a part costs as much as a look at the whole. */
const MAX_PARTS = 2;
/** The part has so many times the longer side of the thing, and at least so many pixels, so that its surroundings are seen too. */
const SURROUNDINGS = 2;
const MIN_PIXELS = 300;
/** A part that is almost the whole picture shows nothing new. */
const MAX_SHARE = 0.8;

/** From this probability on it is there, and up to this one it is not. */
const SURE = 0.5;
const GONE = 0.05;
/** Of 255. In a darker part, nothing is said to be gone. */
const DARK = 80;
/** From this probability on it is one of a family, all names together. */
const SURE_FAMILY = 0.6;
/** What only one network sees in the part, however well, stays uncertain. */
const MIN_OF_BOTH = 0.15;
const SAME = 0.4;
const SAME_OF_FAMILY = 0.6;

/** What may decide a question about these kinds, and is not certain: it is faint, or may be one of several kinds. */
export function doubtful(sightings: readonly Sighting[], kinds: readonly KnownObject[]): Sighting[] {
	const related = kinds.flatMap((kind) => familyOf(kind) ?? [kind]);
	return sightings.filter((one) => (!one.sure || one.oneOf) && mayBe(one, related));
}

/** The parts of a picture of this size that show the most likely of these sightings. */
export function partsAround(
	sightings: readonly Sighting[],
	{ width, height }: { width: number; height: number },
) {
	const parts: Box[] = [];
	for (const { box } of sightings.toSorted((a, b) => b.confidence - a.confidence)) {
		if (parts.length >= MAX_PARTS) break;
		if (parts.some((part) => isInside(box, part, 1))) continue;
		const longer = Math.max((box.right - box.left) * width, (box.bottom - box.top) * height);
		const side = Math.max(MIN_PIXELS, SURROUNDINGS * longer);
		const across = placed((box.left + box.right) / 2, side / width);
		const down = placed((box.top + box.bottom) / 2, side / height);
		const part = { left: across.from, right: across.to, top: down.from, bottom: down.to };
		if ((across.to - across.from) * (down.to - down.from) <= MAX_SHARE) parts.push(part);
	}
	return parts;
}

/** A stretch of this length around a place, moved so that it is within 0 and 1. */
function placed(middle: number, length: number) {
	const from = Math.min(Math.max(0, middle - length / 2), Math.max(0, 1 - length));
	return { from, to: Math.min(1, from + length) };
}

/** What was found in a part of the picture. */
interface Found extends Pick<Reports, 'nanodet' | 'ssdlite'> {
	part: Box;
	isDark: boolean;
}

/** The sightings after a look at a part of the picture. */
export function afterPart(
	sightings: readonly Sighting[],
	unsure: readonly Sighting[],
	found: Found,
): Sighting[] {
	const { part } = found;
	const left = {
		...found,
		nanodet: found.nanodet.map((one) => fromPart(one, part)),
		ssdlite: found.ssdlite.map((one) => fromPart(one, part)),
	};
	const judged = new Map<Sighting, Sighting | null>();
	for (const one of unsure.toSorted((a, b) => b.confidence - a.confidence))
		if (sightings.includes(one) && isInside(one.box, part, 1)) judged.set(one, judge(one, left));
	return sightings.flatMap((one) => {
		const now = judged.get(one);
		return now === null ? [] : [now ?? one];
	});
}

/** Whether a picture is so dark that something may be there and not be seen. */
export function isDark({ data, share }: Pixels): boolean {
	const [left, top] = [Math.ceil((SIDE * (1 - share.x)) / 2), Math.ceil((SIDE * (1 - share.y)) / 2)];
	let [sum, count] = [0, 0];
	for (let y = top; y < SIDE - top; y += 4)
		for (let x = left; x < SIDE - left; x += 4) {
			sum += data[(y * SIDE + x) * 3 + 1] ?? 0;
			count += 1;
		}
	return sum < DARK * count;
}

function judge(one: Sighting, found: Found): Sighting | null {
	const names = one.oneOf ?? [one.object];
	const own = likeliest(names, one.box, found, SAME);
	const others = [...new Set([...found.nanodet, ...found.ssdlite].map(({ object }) => object))];
	const other = likeliest(
		others.filter((name) => !names.includes(name)),
		one.box,
		found,
		SAME,
	);
	if (own.probability >= SURE && own.probability >= other.probability && own.isSeenByBoth) {
		take(found, own.used);
		return { object: own.name, sure: true, confidence: Math.max(one.confidence, own.score), box: one.box };
	}
	const family = familyOf(one.object) ?? [];
	const members = family.map((name) => likeliest([name], one.box, found, SAME_OF_FAMILY));
	const likely = members.filter(({ probability }) => probability > GONE);
	if (likely.length > 1 && likely.reduce((sum, { probability }) => sum + probability, 0) >= SURE_FAMILY) {
		take(
			found,
			likely.flatMap(({ used }) => used),
		);
		return { ...one, sure: true, oneOf: likely.map(({ name }) => name) };
	}
	return !one.sure && own.probability <= GONE && !found.isDark ? null : one;
}

/** How probable the likeliest of these names is for what is in this box. */
function likeliest(
	names: readonly KnownObject[],
	box: Box,
	{ nanodet, ssdlite }: Pick<Reports, 'nanodet' | 'ssdlite'>,
	same: number,
) {
	const best = (list: Detection[], name: KnownObject) =>
		list
			.filter((one) => one.object === name && overlap(one.box, box) >= same)
			.toSorted((a, b) => b.confidence - a.confidence)[0];
	const each = names.map((name) => {
		const [n, s] = [best(nanodet, name), best(ssdlite, name)];
		const weighted = 0.945 + 0.817 * logit(n?.confidence ?? 0) + 0.741 * logit(s?.confidence ?? 0);
		const used = [n, s].filter((one) => one !== undefined);
		const score = Math.max(0, ...used.map(({ confidence }) => confidence));
		const isSeenByBoth = used.length === 2 && used.every(({ confidence }) => confidence >= MIN_OF_BOTH);
		return { name, probability: 1 / (1 + Math.exp(-weighted)), used, score, isSeenByBoth };
	});
	const none = { name: names[0] ?? 'person', probability: 0, used: [], score: 0, isSeenByBoth: false };
	const [first = none] = each.toSorted((a, b) => b.probability - a.probability);
	return first;
}

/** One finding answers for one sighting only. */
function take({ nanodet, ssdlite }: Pick<Reports, 'nanodet' | 'ssdlite'>, used: readonly Detection[]): void {
	for (const list of [nanodet, ssdlite])
		for (const one of used) if (list.includes(one)) list.splice(list.indexOf(one), 1);
}

const logit = (score: number) => {
	const within = Math.min(0.98, Math.max(0.05, score));
	return Math.log(within / (1 - within));
};

function fromPart(one: Detection, part: Box): Detection {
	const [across, down] = [part.right - part.left, part.bottom - part.top];
	const { left, right, top, bottom } = one.box;
	return {
		...one,
		box: {
			left: part.left + left * across,
			right: part.left + right * across,
			top: part.top + top * down,
			bottom: part.top + bottom * down,
		},
	};
}
