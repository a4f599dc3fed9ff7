/** The verdict on pictures, with its evidence in words. */
import { beyondIn, type Condition, isGroup } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { inWords } from '@watchword/contract/in-words';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import type { Findings } from '../findings.ts';
import { kindsOf, needsOf, placesAsked, wanted } from './asked.ts';
import { apartFrom } from './counting.ts';
import { type Around, type Doubt, judge } from './judge.ts';
import type { PictureReading, Wish } from './reading.ts';
import type { Scene } from './scene.ts';
import { asksForAbsence, holdsInAll } from './several.ts';
import { isCertainly, mayBe, type Sighting } from './sighting.ts';
import { taughtEvidence } from './taught.ts';
import { amountOf, capital, inThePicture, listed, type Named, nameOfKind, short } from './told.ts';
import { listText, tellText } from './writing.ts';
import { positionOf, type Where, whereOf, whereWords, within } from './zones.ts';

/** Judges or describes what is in pictures. A picture without a scene could not be read. */
export function answerFromPictures(
	reading: PictureReading,
	pictures: readonly (Scene | null)[],
	around: Around,
	/** Something else came that was not looked at. */
	partly = false,
): Findings {
	const findings = pictures.map((scene) => (scene ? answerFrom(reading, scene, around) : UNREAD));
	if (asksForAbsence(reading.condition) && (pictures.length > 1 || partly))
		return judgeAbsence(reading.condition, findings, partly ? [...pictures, null] : pictures, around);
	// With several pictures, one that meets the condition is enough.
	const best =
		findings.find(({ verdict }) => verdict === 'met') ??
		findings.find(({ verdict }) => verdict === 'cannot tell') ??
		findings[0] ??
		NO_PICTURE;
	return findings.length > 1 ? together(best, findings) : best;
}

const cannotTell = (evidence: string, subject: string): Findings => ({
	evidence,
	verdict: 'cannot tell',
	information: [evidence],
	subject,
});
const UNREAD = cannotTell('The picture could not be read.', 'The picture could not be read');
const NO_PICTURE = cannotTell('There is no picture to look at.', 'No picture to look at');

/** The findings of several pictures as one, with the verdict and subject of `best`. */
const together = (best: Findings, findings: Findings[]): Findings => ({
	...best,
	evidence: findings.map(({ evidence }, index) => `Picture ${index + 1}: ${evidence}`).join('\n'),
	information: findings.flatMap(({ information }, index) => [`Picture ${index + 1}:`, ...information]),
});

/** "Nobody", "no car" and "at most two": that must hold in every picture, also in those that were not looked at. */
function judgeAbsence(
	condition: Condition,
	findings: Findings[],
	pictures: readonly (Scene | null)[],
	around: Around,
): Findings {
	const held = holdsInAll(condition, pictures, around);
	const verdict = verdictOf(held);
	const why =
		held === null && pictures.includes(null)
			? 'What must be missing may be in what was not looked at.'
			: 'What must be missing was looked for in every picture.';
	const told = conditionInWords(condition);
	const best = findings.find((one) => one.verdict === verdict) ?? {
		...NO_PICTURE,
		verdict,
		subject: held === null ? 'Cannot tell: not everything was looked at' : `Condition ${verdict}: ${told}`,
	};
	const all = together(best, findings);
	return {
		...all,
		evidence: [all.evidence, why].filter(Boolean).join('\n'),
		information: [
			held === null ? `Cannot tell: ${told}. ${why}` : `The condition is ${verdict}: ${told}. ${why}`,
			...all.information,
		],
	};
}

const verdictOf = (held: boolean | null) => (held === null ? 'cannot tell' : held ? 'met' : 'not met');

/**
 * All sure sightings, and the faint ones that could change the answer. Other faint ones would only confuse a customer. What is
 * said, counted and drawn comes from these, so that all numbers agree.
 */
export function relevant(reading: PictureReading, sightings: readonly Sighting[]): readonly Sighting[] {
	const asked = kindsOf(reading);
	const told = sightings.filter((one) => one.sure || mayBe(one, asked));
	return placesAsked(reading).reduce(withoutRepeats, told);
}

/** What may be the same object as another one of its kind is left out, or is no longer sure. */
function withoutRepeats(told: readonly Sighting[], { kinds }: Named): readonly Sighting[] {
	const { certain, possible } = apartFrom(kinds, told);
	return told.flatMap((one) => {
		if (!mayBe(one, kinds)) return [one];
		const isThis = ({ object, box }: Sighting) => object === one.object && box === one.box;
		if (certain.some(isThis)) return [one];
		if (!possible.some(isThis)) return [];
		return [one.sure && isCertainly(one, kinds) ? { ...one, sure: false } : one];
	});
}

/** Whether a sighting is one of those that decided: it is sure, and in the place where it was looked for. */
export function counts(
	reading: PictureReading,
	{ ratio }: Scene,
	one: Sighting,
	zones: Around['zones'],
): boolean {
	if (!one.sure) return false;
	const { wish } = reading;
	const named = placesAsked(reading).filter(({ kinds }) => mayBe(one, kinds));
	const isThere = (where: Where | undefined) => !where || positionOf(one.box, where, ratio) === 'in';
	if (named.length === 0)
		return wish?.tell !== 'kinds' || wish.kinds.length > 0 || isThere(whereOf(wish.where, zones).where);
	const isAsked = isCertainly(
		one,
		named.flatMap(({ kinds }) => kinds),
	);
	return isAsked && named.some(({ where }) => isThere(whereOf(where, zones).where));
}

function answerFrom(reading: PictureReading, scene: Scene, around: Around): Findings {
	const { condition, wish } = reading;
	const { objects } = needsOf(reading);
	const where = wish?.tell === 'kinds' ? whereOf(wish.where, around.zones).where : undefined;
	const asked = kindsOf(reading);
	const seen = within(scene.sightings, where, scene.ratio).toSorted(
		(a, b) => Number(mayBe(b, asked)) - Number(mayBe(a, asked)),
	);
	const told = relevant(reading, seen);
	const [sure, faint] = [told.filter((one) => one.sure), told.filter((one) => !one.sure)];
	const found = `Found ${listed(sure) || `none of the ${KNOWN_OBJECTS.length} kinds of object it knows`}${whereWords(where)}.`;
	const looked = scene.looking ? ` It was ${scene.looking}.` : '';
	const less = faint.length > 0 ? ` Less sure, and not counted: ${listed(faint)}.` : '';
	const evidence = [
		...writtenIn(reading, scene),
		...(objects ? [`${found}${looked}${less}`] : []),
		taughtEvidence(scene),
	]
		.filter(Boolean)
		.join(' ');
	const wished = wish ? tellWish(wish, scene, { sure, faint, seen, where }) : null;
	if (condition.is === 'every' && !condition.not)
		return wished
			? { ...wished, evidence: wished.sure ? evidence : `${evidence} Cannot tell: ${wished.told}` }
			: {
					evidence,
					verdict: 'met',
					information: [inThePicture(sure)],
					subject: `In the picture: ${short(sure) || 'nothing it knows'}`,
				};
	const information = [
		...(wished ? wished.information : writtenIn(reading, scene)),
		...(objects && wish?.tell !== 'kinds' ? [inThePicture(sure)] : []),
	];
	return conclude(condition, scene, around, {
		evidence,
		information,
		places: inZones(reading, scene, around),
	});
}

/** The text that was read, and the earlier values it is compared with. */
function writtenIn(reading: PictureReading, { written, earlier }: Scene): string[] {
	const before = [...(earlier?.values() ?? [])].flatMap((known) =>
		known ? [`Value to compare with: ${known.value}.`] : [],
	);
	return [...(written && needsOf(reading).text ? [listText(written)] : []), ...before];
}

interface SeenThere {
	sure: readonly Sighting[];
	faint: readonly Sighting[];
	seen: readonly Sighting[];
	where: Where | undefined;
}

/** What a prompt asks to be told. What was not read with certainty is no answer. */
function tellWish(
	wish: Wish,
	scene: Scene,
	{ sure, faint, seen, where }: SeenThere,
): Findings & { sure: boolean; told: string } {
	if (wish.tell === 'text') {
		const { sure: isSure, told } = tellText(wish, scene.written ?? { lines: [], partly: false });
		return {
			evidence: '',
			verdict: isSure ? 'met' : 'cannot tell',
			information: [told],
			subject: isSure ? told.replace(/\.$/, '') : `Cannot tell: ${told}`,
			sure: isSure,
			told,
		};
	}
	const asked = placesAsked({ condition: { is: 'every' }, wish });
	const amounts = inWords(
		asked.map((one) => amountOf(one, seen)),
		'and',
	);
	const are = /^(?:0 to )?1 (?!to)/.test(amounts) ? 'is' : 'are';
	const how = asked.length > 0 ? [`There ${are} ${amounts}${whereWords(where)}.`] : [];
	// Where the number is not certain, it is given once.
	const isRange = asked.length > 0 && faint.length > 0;
	const others = sure.filter((one) => !asked.some(({ kinds }) => mayBe(one, kinds)));
	const also = others.length > 0 ? [inThePicture(others).replace('In', 'Also in')] : [];
	return {
		evidence: '',
		verdict: 'met',
		information: isRange ? [...how, ...also] : [...how, inThePicture(sure)],
		subject: `In the picture: ${isRange ? amounts : short(sure) || 'nothing it knows'}`,
		sure: true,
		told: '',
	};
}

/** " In the zone “driveway”: 1 car (0.64)." for each zone or part of the picture that is named. */
function inZones(reading: PictureReading, scene: Scene, { zones }: Around): string {
	const asked = placesAsked(reading).flatMap(({ where, kinds }) => {
		const found = whereOf(where, zones).where;
		return found ? [{ where: found, kinds }] : [];
	});
	const each = new Map(asked.map(({ where }) => [whereWords(where), where]));
	return [...each]
		.map(([words, where]) => {
			const kinds = asked.flatMap((one) => (one.where.zone === where.zone ? one.kinds : []));
			const at = (position: ReturnType<typeof positionOf>) =>
				listed(
					scene.sightings.filter(
						(one) => one.sure && mayBe(one, kinds) && positionOf(one.box, where, scene.ratio) === position,
					),
				);
			const edge = at('edge');
			return ` ${capital(words.trim())}: ${at('in') || 'nothing of that'}${edge ? `; on its edge: ${edge}` : ''}.`;
		})
		.join('');
}

function conclude(
	condition: Condition,
	scene: Scene,
	around: Around,
	told: { evidence: string; information: string[]; places: string },
): Findings {
	const { held, doubts } = judge(condition, scene, around);
	const words = conditionInWords(condition);
	const evidence = `${told.evidence}${told.places} Condition: ${words}.`.trim();
	const sure = scene.sightings.filter((one) => one.sure);
	if (held === null) {
		const beyond = [...new Set(beyondIn(condition))];
		const reasons = [...doubts.map(({ why }) => why), ...(beyond.length > 0 ? [cannotJudge(beyond)] : [])];
		const why = `Cannot tell: ${reasons.join('; ')}.${adviceOn(condition, beyond, doubts)}`;
		return {
			evidence: `${evidence} ${why}`,
			verdict: 'cannot tell',
			information: [why, ...told.information],
			subject: `Cannot tell: ${short(sure) || reasons[0] || 'nothing found'}`,
		};
	}
	const asked = wanted(condition);
	const named = sure
		.filter((one) => isCertainly(one, asked))
		.toSorted((a, b) => asked.indexOf(a.object) - asked.indexOf(b.object));
	const verdict = verdictOf(held);
	return {
		evidence,
		verdict,
		information: [...told.information, `The condition is ${verdict}: ${words}.`],
		subject: !held
			? `Not met: ${words}`
			: named.length > 0
				? `${capital(inWords([...new Set(named.map(nameOfKind))], 'and'))} seen: ${short(named)}`
				: `Condition met: ${words}`,
	};
}

/** Says what only examples or a language model can decide, in the customer's words. */
const cannotJudge = (words: readonly string[]) =>
	`the built-in model knows ${KNOWN_OBJECTS.length} everyday kinds of object, but cannot judge ${inWords(
		words.map((word) => `“${word.length > 200 ? `${word.slice(0, 199).toWellFormed()}…` : word}”`),
		'or',
	)}`;

/** What the customer can change, so that the next picture can be judged. */
function adviceOn(condition: Condition, beyond: readonly string[], doubts: readonly Doubt[]): string {
	const view = doubts.some(({ isFaint }) => isFaint) ? ' A closer or brighter view would help.' : '';
	if (beyond.length === 0) return view;
	const some = isGroup(condition) ? 'Leave out what it cannot judge, teach' : 'Teach';
	return `${view} ${some} it with example pictures, or use a language model.`;
}
