import { dayIn } from '@watchword/contract/day-rule';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import {
	answerFromPictures,
	type Earlier,
	judge,
	kindsOf,
	linesLookedAt,
	lookedAt,
	lookingWords,
	needsOf,
	numberShown,
	pageText,
	type Scene,
	usedZones,
	type Written,
} from '@watchword/model';
import { InTurn, workingFor } from '../../../base/turns.ts';
import type { Log } from '../../../ports/log.ts';
import type { Model, Question, Surroundings } from '../../../ports/model.ts';
import { answerFromClock } from './clock/reminder.ts';
import { openDetector } from './detector/detector.ts';
import { cellsIn, FEATURES_VERSION, type Lesson } from './detector/lesson.ts';
import { SQUARE } from './detector/sighting.ts';
import { type Taught, taughtBy } from './examples.ts';
import { explainPrompt } from './explain.ts';
import { boxesOf, type Found, NOTHING, NOTHING_SEEN, nearestOf } from './found.ts';
import { isTurned } from './mail/letters.ts';
import { openMailReader, tooLong } from './mail/reader.ts';
import { openTextReader } from './ocr/reader.ts';
import { readForPictures } from './pictures.ts';
import { countedBy, fillFields } from './results/fill.ts';
import { CannotRun, whyNot } from './runtime/network.ts';
import { type Findings, writeAnswer } from './write.ts';

/** The most pictures of one mail that are examined: each takes a tenth of a second, or more to read. */
const MAX_PICTURES = 8;

/** One pixel. Looking at it starts the processes and loads the networks. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const WARM_UP_MS = 60_000;

/** One picture is decoded while another one is looked at. */
const AT_ONCE = 2;

/** The model that needs no network: an object detector and a reader for pictures, and text patterns for the rest. */
export function builtInModel(log: Log): Model {
	const detector = openDetector(log);
	const reader = openTextReader(log);
	const mails = openMailReader(log);
	const [looks, reads] = [new InTurn(AT_ONCE), new InTurn(AT_ONCE)];
	const detect: typeof detector.detect = (image, signal, lesson) =>
		looks.run(workingFor().owner, () => detector.detect(image, signal, lesson), signal);
	const readText: typeof reader.read = (bytes, print, signal) =>
		reads.run(workingFor().owner, () => reader.read(bytes, print, signal), signal);

	const look = async (
		image: Question['images'][number],
		needs: ReturnType<typeof needsOf>,
		{ zones = [] }: Surroundings,
		lesson: Lesson | null,
		signal: AbortSignal,
	): Promise<Scene | null> => {
		const { bytes, ratio } = image;
		const isSeen = needs.objects || lesson !== null;
		const seen = isSeen ? await detect(image, signal, lesson) : undefined;
		const read = needs.text ? await readText(bytes, 'scene', signal) : undefined;
		if (seen === null || read === null) return null;
		const looking = lookingWords(zones);
		const written = read && { ...read, lines: linesLookedAt(read.lines, zones, ratio) };
		return {
			sightings: lookedAt(seen?.sightings ?? [], zones, ratio),
			...(ratio !== undefined && { ratio }),
			...(looking && { looking }),
			...(written && { written }),
			...(seen && { taught: seen.comparison, size: seen.size }),
		};
	};

	const answerPictures = async (
		{ images, parts, unread = [], enclosed = [] }: Question,
		signal: AbortSignal,
	): Promise<Found> => {
		const { surroundings = {}, now, zone } = parts;
		const { zones = [] } = surroundings;
		const { reading, taught } = readingOf(parts);
		const asked = needsOf(reading);
		const needs = { ...asked, objects: asked.objects || (parts.fields ?? []).some(countedBy) };
		const lesson = lessonOf(taught, surroundings);
		const earlier = await earlierValues(needs.moments, parts);
		const scenes: (Scene | null)[] = [];
		for (const image of images.slice(0, MAX_PICTURES)) {
			const scene = await look(image, needs, surroundings, lesson, signal);
			scenes.push(scene && { ...scene, ...(earlier && { earlier }) });
		}
		const partly = unread.length > 0 || images.length > MAX_PICTURES;
		const around = { zones, clock: { now, zone }, isTaughtToo: taught?.isTaughtToo ?? false };
		const answer = () => answerFromPictures(reading, scenes, around, partly);
		let findings = answer();
		if (findings.verdict === 'cannot tell') {
			for (const [at, scene] of scenes.entries()) {
				const image = images[at];
				const isFaint = scene && judge(reading.condition, scene, around).doubts.some((one) => one.isFaint);
				if (!image || !scene?.size || !isFaint) continue;
				const { size } = scene;
				const sightings = await detector.lookCloser(
					image.bytes,
					{ ...scene, size },
					kindsOf(reading),
					signal,
				);
				scenes[at] = { ...scene, sightings };
			}
			findings = answer();
		}
		const numbers = scenes.map((scene) => scene && numberShown(reading, scene, zones));
		return {
			findings,
			zones: usedZones(reading, zones),
			boxes: scenes.flatMap((scene, picture) => (scene ? boxesOf(reading, scene, picture, zones) : [])),
			examples: nearestOf(scenes),
			value: numbers.find((number) => number !== null) ?? null,
			material: { mail: parts.mail, texts: parts.mail ? [parts.mail.text, ...enclosed] : [], scenes },
		};
	};

	/** What the prompt asks for, with the condition that the customer left or made, and the examples in it. */
	const readingOf = ({ prompt, trigger, condition, surroundings = {} }: Question['parts']) => {
		const read = readForPictures(prompt, surroundings);
		// That of an automation on mails is about their words.
		const decides = (trigger === 'capture' && condition) || read.condition;
		const taught = taughtBy(decides, surroundings.examples ?? []);
		return { reading: { wish: read.wish, condition: taught?.condition ?? decides }, taught };
	};

	/** The text of scanned pages and photographed letters counts like the text of the mail. */
	const readImages = async (images: Question['images'], signal: AbortSignal) => {
		const pages: (Written | null)[] = [];
		for (const { bytes } of images.slice(0, MAX_PICTURES)) pages.push(await readText(bytes, 'page', signal));
		return pageText(pages, images.length > MAX_PICTURES);
	};

	/** Whether a prompt on a mail with pictures is about those pictures: it says so, or names what can be seen. */
	const isAboutPictures = (prompt: string): boolean => {
		if (/\b(?:picture|photo|photograph|image|snapshot|screenshot)s?\b/i.test(prompt)) return true;
		if (/\b(?:mentions?|subject|says?|sender|invoice|order)\b/i.test(prompt)) return false;
		const reading = readForPictures(prompt);
		// A total or a price may be in the mail itself; a meter or a sign can only be in a picture of it.
		if (needsOf(reading).text)
			return /\b(?:meter|gauge|sign|plate|display|screen|thermometer|scales?)\b/i.test(prompt);
		return kindsOf(reading).length > 0;
	};

	const find = (asked: Question, signal: AbortSignal): Promise<Found> =>
		findWith(asked, signal).catch((error: unknown) => {
			if (!(error instanceof CannotRun)) throw error;
			const why = error.message;
			const findings: Findings = {
				evidence: why,
				verdict: 'cannot tell',
				information: [why],
				subject: 'Cannot tell: pictures cannot be looked at',
			};
			return { findings, ...NOTHING_SEEN, material: { ...NOTHING, mail: asked.parts.mail } };
		});

	const findWith = async (asked: Question, signal: AbortSignal): Promise<Found> => {
		const question = await mails.asSeen(asked);
		if (!question)
			return { findings: tooLong(asked.parts.mail?.subject ?? ''), ...NOTHING_SEEN, material: NOTHING };
		const { images, parts, unread = [], enclosed = [] } = question;
		const { prompt, condition, trigger, mail, now, zone, replies } = parts;
		if (trigger === 'capture' || (images.length > 0 && (!mail || isAboutPictures(prompt))))
			return answerPictures(question, signal);
		if (!mail) return { findings: answerFromClock(prompt, now, zone), ...NOTHING_SEEN, material: NOTHING };
		const { text, partly } = await readImages(images, signal);
		const whole = {
			...mail,
			text: [mail.text, ...enclosed, text].filter(Boolean).join('\n'),
			partly: partly || unread.length > 0 || isTurned(`${mail.subject}${mail.text}`),
		};
		const material = { mail, texts: [mail.text, ...enclosed, text], scenes: [] };
		return {
			findings: await mails.answer(prompt, whole, {
				condition: condition ?? null,
				today: dayIn(now, zone),
				clock: { now, zone },
				...(replies !== undefined && { replies }),
			}),
			...NOTHING_SEEN,
			material,
		};
	};

	return {
		describe: `built-in, offline: ${whyNot() ?? `${KNOWN_OBJECTS.length} kinds of object and text in pictures`}, words in mail`,
		builtIn: true,
		square: SQUARE,
		async readPrompt(prompt, trigger, surroundings, day) {
			// Words of mails are looked for in many ways, which can take long. Those of pictures are read in a moment.
			return trigger === 'capture'
				? explainPrompt(prompt, trigger, surroundings)
				: await mails.explain(prompt, trigger, surroundings, day);
		},
		async ask(question, _repair, signal) {
			const { findings, boxes, zones, examples, value, material } = await find(question, signal);
			const text = JSON.stringify(writeAnswer(findings, question.parts.wantsMail));
			const wanted = question.parts.fields ?? [];
			const given = { ...material, value };
			const fields =
				wanted.length > 0 && given.mail ? await mails.fill(wanted, given) : fillFields(wanted, given);
			const used = { tokensIn: null, tokensOut: null };
			return { text, model: 'built-in', ...used, boxes, zones, examples, value, fields };
		},
		async warmUp() {
			// What is wrong here is said by the first picture.
			await detect({ bytes: PIXEL }, AbortSignal.timeout(WARM_UP_MS)).catch(() => null);
		},
		teaching: {
			version: FEATURES_VERSION,
			async learn(image, signal) {
				const seen = await detect(image, signal);
				if (!seen) return null;
				const { buffer, byteOffset, length } = seen.map;
				const map = new Uint8Array(buffer, byteOffset, length);
				return { version: FEATURES_VERSION, ratio: seen.ratio, map };
			},
			async test(prompt, surroundings, signal) {
				const read = readForPictures(prompt, surroundings);
				const taught = taughtBy(read.condition, surroundings.examples ?? []);
				const lesson = lessonOf(taught, surroundings);
				return taught && { taught: taught.taught, test: lesson && (await detector.test(lesson, signal)) };
			},
		},
		async close() {
			detector.close();
			reader.close();
		},
	};
}

/** The examples, in the form in which pictures are compared; null if nothing is taught. */
function lessonOf(learned: Taught | null, { zones = [], examples: given = [] }: Surroundings): Lesson | null {
	if (!learned || learned.examples.length === 0) return null;
	const { examples, taught } = learned;
	const featuresOf = new Map(given.map(({ captureId, features }) => [captureId, features]));
	return {
		cells: cellsIn(zones, taught.words),
		examples: examples.flatMap(({ captureId, yes }) => {
			const features = featuresOf.get(captureId);
			if (!features) return [];
			const { buffer, byteOffset, length } = features.map;
			return [{ id: captureId, yes, ratio: features.ratio, map: new Int8Array(buffer, byteOffset, length) }];
		}),
	};
}

/** What the automation read at the moments that a prompt compares with. */
async function earlierValues(
	moments: readonly number[],
	{ now, earlier }: Question['parts'],
): Promise<Map<number, Earlier | null> | null> {
	if (moments.length === 0) return null;
	const values = new Map<number, Earlier | null>();
	for (const minutes of moments)
		values.set(minutes, (await earlier?.(new Date(now.getTime() - Math.max(minutes * 60_000, 1)))) ?? null);
	return values;
}
