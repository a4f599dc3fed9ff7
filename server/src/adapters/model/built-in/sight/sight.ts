import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { isCertainly, mayBe, type Sighting } from '../detector/sighting.ts';
import { needsOf } from '../needs.ts';
import type { Clock } from '../picture-prompt/hours.ts';
import { inWords, type Meaning } from '../picture-prompt/lexicon.ts';
import type { PictureRequest } from '../picture-prompt/request.ts';
import { isForeign, meantBy } from '../picture-prompt/spelling.ts';
import type { Asked } from '../picture-prompt/written-prompt.ts';
import type { Findings } from '../write.ts';
import { apartFrom, type Condition, evaluate } from './condition.ts';
import { kindsOf, knownPart, unknownWords, wanted, zonesOf } from './condition-parts.ts';
import { inPlainWords } from './condition-words.ts';
import { type Doubt, doubts } from './doubts.ts';
import type { Scene } from './scene.ts';
import { asksForAbsence, evaluateAll } from './several.ts';
import { taughtEvidence } from './taught.ts';
import { amountOf, are, capital, inThePicture, listed, nameOfKind, short } from './told.ts';
import { listText, tellText, type Written } from './written.ts';
import { positionOf, type Where, whereWords, within } from './zones.ts';

/** Judges or describes what is in pictures. A picture without a scene could not be read. */
export function answerFromPictures(
	request: PictureRequest,
	pictures: (Scene | null)[],
	clock: Clock | null = null,
	/** Something else came that was not looked at. */
	partly = false,
): Findings {
	const findings = pictures.map((scene) => judgePicture(request, scene, clock));
	if (request.wants === 'judgement' && asksForAbsence(request.reading.condition)) {
		if (pictures.length > 1 || partly) {
			return judgeAbsence(request.reading.condition, findings, pictures, clock, partly);
		}
	}
	// With several pictures, one that meets the condition is enough.
	const best =
		findings.find(({ verdict }) => verdict === 'met') ??
		findings.find(({ verdict }) => verdict === 'cannot tell') ??
		findings[0];
	if (!best) {
		return {
			evidence: 'There is no picture to look at.',
			verdict: 'cannot tell',
			information: ['There is no picture to look at.'],
			subject: 'No picture to look at',
		};
	}
	return findings.length === 1 ? best : together(best, findings);
}

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
	pictures: (Scene | null)[],
	clock: Clock | null,
	partly: boolean,
): Findings {
	const held = evaluateAll(condition, partly ? [...pictures, null] : pictures, clock);
	const verdict = held === null ? 'cannot tell' : held ? 'met' : 'not met';
	const unseen = partly || pictures.includes(null);
	const why =
		held === null && unseen
			? 'What must be missing may be in what was not looked at.'
			: 'What must be missing was looked for in every picture.';
	const told = inPlainWords(condition);
	const best = findings.find((one) => one.verdict === verdict) ?? {
		evidence: '',
		information: [],
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

/**
 * All sure sightings, and the faint ones that could change the answer. Other faint ones would only confuse a customer. What is
 * said, counted and drawn comes from these, so that all numbers agree.
 */
export function relevant(request: PictureRequest, { sightings }: Scene): Sighting[] {
	const asked = kindsAsked(request);
	const told = sightings.filter((one) => one.sure || mayBe(one, asked));
	return meaningsAsked(request).reduce(withoutRepeats, told);
}

/** What may be the same object as another one of its kind is left out, or is no longer sure. */
function withoutRepeats(told: Sighting[], what: Meaning): Sighting[] {
	const { certain, possible } = apartFrom(what, told);
	return told.flatMap((one) => {
		if (!mayBe(one, what.kinds)) return [one];
		const isThis = ({ object, box }: Sighting) => object === one.object && box === one.box;
		if (certain.some(isThis)) return [one];
		return possible.some(isThis)
			? [one.sure && isCertainly(one, what.kinds) ? { ...one, sure: false } : one]
			: [];
	});
}

function meaningsAsked(request: PictureRequest): readonly Meaning[] {
	if (request.wants === 'judgement') return zonesOf(request.reading.condition).map(({ what }) => what);
	return request.wants === 'account' ? request.about : [];
}

function kindsAsked(request: PictureRequest): readonly KnownObject[] {
	if (request.wants === 'judgement') return kindsOf(request.reading.condition);
	return request.wants === 'account' ? request.about.flatMap(({ kinds }) => kinds) : [];
}

/** What the prompt is about is named first, whatever else is in the picture. */
function askedFirst(request: PictureRequest, sightings: readonly Sighting[]): Sighting[] {
	const asked = kindsAsked(request);
	return sightings.toSorted((a, b) => Number(mayBe(b, asked)) - Number(mayBe(a, asked)));
}

function judgePicture(request: PictureRequest, scene: Scene | null, clock: Clock | null): Findings {
	if (!scene) {
		const evidence = 'The picture could not be read.';
		return {
			evidence,
			verdict: 'cannot tell',
			information: [evidence],
			subject: 'The picture could not be read',
		};
	}
	if (request.wants === 'text')
		return tellWritten(request.asked, scene.written ?? { lines: [], partly: false });
	const where = request.wants === 'account' ? request.where : undefined;
	const seen = askedFirst(request, within(scene.sightings, where, scene.ratio));
	const told = relevant(request, { ...scene, sightings: seen });
	const [sure, faint] = [told.filter((one) => one.sure), told.filter((one) => !one.sure)];
	const looked = scene.looking ? ` It was ${scene.looking}.` : '';
	const found = `Found ${listed(sure) || `none of the ${KNOWN_OBJECTS.length} kinds of object it knows`}${whereWords(where)}.${looked}`;
	const doubt = faint.length > 0 ? ` Less sure, and not counted: ${listed(faint)}.` : '';
	if (request.wants === 'judgement') {
		const { objects } = needsOf(request);
		const compared = taughtEvidence(scene);
		const written = [...writtenIn(scene), ...(objects ? [inThePicture(sure)] : [])];
		const all = [...writtenIn(scene), ...(objects ? [`${found}${doubt}`] : []), compared]
			.filter(Boolean)
			.join(' ');
		return judge(request.reading, scene, clock, all, written);
	}
	if (request.wants === 'account') {
		const asked = request.about.map((meaning) => amountOf(meaning, seen));
		const information =
			asked.length > 0
				? [`There ${are(seen, request.about)} ${inWords(asked, 'and')}${whereWords(where)}.`]
				: [];
		// Where the number is not certain, it is given once.
		const others = sure.filter((one) => !mayBe(one, kindsAsked(request)));
		const isRange = asked.length > 0 && faint.length > 0;
		return {
			evidence: `${found}${doubt}`,
			verdict: 'met',
			information: isRange
				? [...information, ...(others.length > 0 ? [inThePicture(others).replace('In', 'Also in')] : [])]
				: [...information, inThePicture(sure)],
			subject: `In the picture: ${isRange ? inWords(asked, 'and') : short(sure) || 'nothing it knows'}`,
		};
	}
	const why =
		request.wants === 'silence'
			? 'the prompt says only what to ignore, not what to look for.'
			: 'the prompt names nothing to look for.';
	return {
		evidence: `${found}${doubt} Cannot tell: ${why} ${ABILITY}`,
		verdict: 'cannot tell',
		information: [inThePicture(sure), `Cannot tell: ${why} ${ABILITY}`],
		subject: `Cannot tell: ${short(sure) || 'nothing found'}`,
	};
}

/** The text that was read, and the earlier values it is compared with. */
function writtenIn({ written, earlier }: Scene): string[] {
	const before = [...(earlier ?? [])].flatMap(([words, known]) =>
		known ? [`Value to compare with (${words}): ${known.value}.`] : [],
	);
	return [...(written ? [listText(written)] : []), ...before];
}

/** Answers "read the meter" and "what does the sign say". What was not read with certainty is no answer. */
function tellWritten(asked: Asked, written: Written): Findings {
	const { sure, told } = tellText(asked, written);
	return {
		evidence: sure ? `${listText(written)} ${told}` : `${listText(written)} Cannot tell: ${told}`,
		verdict: sure ? 'met' : 'cannot tell',
		information: [told],
		subject: sure ? told.replace(/\.$/, '') : `Cannot tell: ${told}`,
	};
}

const ABILITY =
	'The built-in model judges conditions such as “when there is a person or a dog and no car” or “more than two people”.';

function judge(
	reading: { condition: Condition; notes: string[] },
	scene: Scene,
	clock: Clock | null,
	found: string,
	told: string[],
): Findings {
	const { condition, notes } = reading;
	const sure = scene.sightings.filter((one) => one.sure);
	const held = evaluate(condition, scene, clock);
	const read = `Condition as read: ${inPlainWords(condition)}.`;
	const how = notes.length > 0 ? ` Here ${notes.join('; ')}.` : '';
	const evidence = `${found}${inZones(condition, scene)} ${read}${how}`;
	if (held === null) {
		const words = unknownWords(condition);
		const open = doubts(condition, scene);
		const reasons =
			[...open.map(({ why }) => why), ...(words.length > 0 ? [beyond(words)] : [])].join('; ') || UNCERTAIN;
		const why = `Cannot tell: ${reasons}.${adviceOn(condition, open)}`;
		return {
			evidence: `${evidence} ${why}`,
			verdict: 'cannot tell',
			information: [why, ...told],
			subject: `Cannot tell: ${short(sure) || (scene.written ? `${reasons}.` : 'nothing found')}`,
		};
	}
	const asked = wanted(condition);
	const named = sure
		.filter((one) => isCertainly(one, asked))
		.toSorted((a, b) => asked.indexOf(a.object) - asked.indexOf(b.object));
	return {
		evidence,
		verdict: held ? 'met' : 'not met',
		information: [...told, `The condition is ${held ? 'met' : 'not met'}: ${inPlainWords(condition)}.`],
		subject: held
			? named.length > 0
				? `${capital(inWords([...new Set(named.map(nameOfKind))], 'and'))} seen: ${short(named)}`
				: `Condition met: ${inPlainWords(condition)}`
			: `Not met: ${inPlainWords(condition)}`,
	};
}

/** " In the zone “driveway”: 1 car (0.64)." for each zone that the condition names. */
function inZones(condition: Condition, scene: Scene): string {
	const named = zonesOf(condition).flatMap(({ where }) => (where ? [where] : []));
	const each = new Map(named.map((where) => [whereWords(where), where]));
	return [...each.values()].map((where) => ` ${inZone(where, zonesOf(condition), scene)}`).join('');
}

function inZone(where: Where, asked: ReturnType<typeof zonesOf>, scene: Scene): string {
	const kinds = asked.flatMap((one) => (one.where?.zone === where.zone ? one.what.kinds : []));
	const of = (position: ReturnType<typeof positionOf>) =>
		listed(
			scene.sightings.filter(
				(one) => one.sure && mayBe(one, kinds) && positionOf(one.box, where, scene.ratio) === position,
			),
		);
	const edge = of('edge');
	return `${capital(whereWords(where).trim())}: ${of('in') || 'nothing of that'}${edge ? `; on its edge: ${edge}` : ''}.`;
}

/** Whether a sighting is one of those that decided: it is sure, and in the zone where it was looked for. */
export function counts(request: PictureRequest, scene: Scene, one: Sighting): boolean {
	const { sure, box } = one;
	if (!sure || request.wants === 'silence' || request.wants === 'unclear' || request.wants === 'text')
		return sure;
	const isThere = (where: Where | undefined) => !where || positionOf(box, where, scene.ratio) === 'in';
	if (request.wants === 'account') return isThere(request.where);
	const named = zonesOf(request.reading.condition).filter(({ what }) => mayBe(one, what.kinds));
	const isAsked = isCertainly(
		one,
		named.flatMap(({ what }) => what.kinds),
	);
	return named.length === 0 || (isAsked && named.some(({ where }) => isThere(where)));
}

const UNCERTAIN = 'the place or the time that decides it is not certain';

/** Says what the detector cannot judge, in the customer's words. */
function beyond(words: string[]): string {
	const quoted = inWords(
		words.map((word) => `“${word}”${asksMeant(word)}`),
		'or',
	);
	return `the built-in model knows ${KNOWN_OBJECTS.length} everyday kinds of object, but cannot judge ${quoted}`;
}

function asksMeant(words: string): string {
	const meant = meantBy(words);
	return meant ? ` (did you mean “${meant}”?)` : '';
}

/** What the customer can change, so that the next picture can be judged. */
function adviceOn(condition: Condition, open: readonly Doubt[]): string {
	const advice: string[] = [];
	if (open.some(({ isFaint }) => isFaint)) advice.push('a closer or brighter view would help');
	const words = unknownWords(condition);
	if (!knownPart(condition) && isForeign(words.join(' ')))
		advice.push('write the prompt in English, or use a language model');
	else if (words.length > 0)
		advice.push(
			`${knownPart(condition) ? 'leave out what it cannot judge, teach' : 'teach'} it with example pictures, or use a language model`,
		);
	return advice.map((words) => ` ${capital(words)}.`).join('');
}
