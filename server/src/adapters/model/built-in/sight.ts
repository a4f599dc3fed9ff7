import { KNOWN_OBJECTS, type KnownObject } from '@watchword/contract/known-objects';
import { type Condition, evaluate, inPlainWords, unknownWords } from './condition.ts';
import { counted, inWords, type Meaning } from './lexicon.ts';
import { type PictureRequest, readPicturePrompt } from './prompt.ts';
import { type Sighting, sift } from './sighting.ts';
import type { Findings } from './write.ts';

/** Judges or tells what is in pictures. One for which there are no sightings could not be read. */
export function answerFromPictures(prompt: string, pictures: (Sighting[] | null)[]): Findings {
	const request = readPicturePrompt(prompt);
	const looks = pictures.map((sightings) => look(request, sightings));
	// With several pictures, one that meets the condition is enough.
	const best =
		looks.find(({ verdict }) => verdict === 'met') ??
		looks.find(({ verdict }) => verdict === 'cannot tell') ??
		looks[0];
	if (!best) {
		return {
			evidence: 'There is no picture to look at.',
			verdict: 'cannot tell',
			information: ['There is no picture to look at.'],
			subject: 'No picture to look at',
		};
	}
	if (looks.length === 1) return best;
	return {
		...best,
		evidence: looks.map(({ evidence }, index) => `Picture ${index + 1}: ${evidence}`).join('\n'),
		information: looks.flatMap(({ information }, index) => [`Picture ${index + 1}:`, ...information]),
	};
}

function look(request: PictureRequest, sightings: Sighting[] | null): Findings {
	if (!sightings) {
		const evidence = 'The picture could not be read.';
		return {
			evidence,
			verdict: 'cannot tell',
			information: [evidence],
			subject: 'The picture could not be read',
		};
	}
	const { sure, faint } = sift(sightings);
	const found = `Found ${listed(sure) || `none of the ${KNOWN_OBJECTS.length} kinds of object it knows`}.`;
	const doubt = faint.length > 0 ? ` Less sure, and not counted: ${listed(faint)}.` : '';
	if (request.wants === 'judgement') return judge(request.reading, sure, `${found}${doubt}`);
	if (request.wants === 'account') {
		const asked = request.about.map((meaning) => counted(count(meaning, sure), meaning.label));
		const information =
			asked.length > 0 ? [`There ${are(sure, request.about)} ${inWords(asked, 'and')}.`] : [];
		return {
			evidence: `${found}${doubt}`,
			verdict: 'met',
			information: [...information, inThePicture(sure)],
			subject: `In the picture: ${short(sure) || 'nothing it knows'}`,
		};
	}
	return {
		evidence: `${found}${doubt} Cannot tell: the prompt names nothing to look for. ${ABILITY}`,
		verdict: 'cannot tell',
		information: [inThePicture(sure), `Cannot tell: the prompt names nothing to look for. ${ABILITY}`],
		subject: `Cannot tell: ${short(sure) || 'nothing found'}`,
	};
}

const ABILITY =
	'The built-in model judges conditions such as “when there is a person or a dog and no car” or “more than two people”.';

function judge(
	reading: { condition: Condition; notes: string[] },
	sure: Sighting[],
	found: string,
): Findings {
	const { condition, notes } = reading;
	const held = evaluate(condition, sure);
	const read = `Condition as read: ${inPlainWords(condition)}.`;
	const how = notes.length > 0 ? ` Here ${notes.join('; ')}.` : '';
	const evidence = `${found} ${read}${how}`;
	if (held === null) {
		const why = `Cannot tell: ${beyond(unknownWords(condition))}.`;
		return {
			evidence: `${evidence} ${why}`,
			verdict: 'cannot tell',
			information: [why, inThePicture(sure)],
			subject: `Cannot tell: ${short(sure) || 'nothing found'}`,
		};
	}
	const seen = new Set(sure.map(({ object }) => object));
	const named = wanted(condition).filter((kind) => seen.has(kind));
	return {
		evidence,
		verdict: held ? 'met' : 'not met',
		information: [
			inThePicture(sure),
			`The condition is ${held ? 'met' : 'not met'}: ${inPlainWords(condition)}.`,
		],
		subject: held
			? named.length > 0
				? `${capital(inWords(named, 'and'))} seen: ${short(sure)}`
				: `Condition met: ${inPlainWords(condition)}`
			: `Not met: ${inPlainWords(condition)}`,
	};
}

/** Says what is beyond the detector, in the customer's words. */
function beyond(words: string[]): string {
	const quoted = inWords(
		words.map((word) => `“${word}”`),
		'and',
	);
	const one = words.length === 1 ? `${quoted} is not one of them` : `${quoted} are not among them`;
	return `the built-in model knows ${KNOWN_OBJECTS.length} everyday kinds of object, and ${one}`;
}

/** The kinds a condition wants to be there. */
function wanted(condition: Condition): KnownObject[] {
	switch (condition.op) {
		case 'count':
			return condition.most === 0 ? [] : [...condition.what.kinds];
		case 'touch':
			return [...condition.what.kinds];
		case 'and':
		case 'or':
			return [...new Set(condition.parts.flatMap(wanted))];
		default:
			return [];
	}
}

/** Sightings by kind, the surest kind first. */
function byKind(sightings: Sighting[]): [KnownObject, number[]][] {
	const kinds = new Map<KnownObject, number[]>();
	for (const { object, confidence } of sightings) {
		kinds.set(object, [...(kinds.get(object) ?? []), confidence]);
	}
	return [...kinds];
}

/** "1 person (0.71) and 2 cars (0.64, 0.52)". */
function listed(sightings: Sighting[]): string {
	const words = byKind(sightings).map(
		([kind, sure]) => `${counted(sure.length, kind)} (${sure.map((one) => one.toFixed(2)).join(', ')})`,
	);
	return inWords(words, 'and');
}

const short = (sightings: Sighting[]) =>
	byKind(sightings)
		.map(([kind, sure]) => counted(sure.length, kind))
		.join(', ');

function inThePicture(sightings: Sighting[]): string {
	if (sightings.length === 0) {
		return `None of the ${KNOWN_OBJECTS.length} kinds of object the built-in model knows is in the picture.`;
	}
	const words = byKind(sightings).map(([kind, sure]) => counted(sure.length, kind));
	return `In the picture: ${inWords(words, 'and')}.`;
}

const count = ({ kinds }: Meaning, sightings: Sighting[]) =>
	sightings.filter(({ object }) => kinds.includes(object)).length;
const are = (sightings: Sighting[], [first]: Meaning[]) =>
	first && count(first, sightings) === 1 ? 'is' : 'are';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
