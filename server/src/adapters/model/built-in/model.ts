import type { PictureBox } from '@watchword/contract/boxes';
import type { NearExample, Side } from '@watchword/contract/example';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import type { Zone } from '@watchword/contract/zone';
import { InTurn } from '../../../base/turns.ts';
import { workingFor } from '../../../base/working-for.ts';
import type { Log, Model, Question, Surroundings } from '../../../ports.ts';
import { dayIn } from './clock/day-rule.ts';
import { answerFromClock } from './clock/reminder.ts';
import { openDetector } from './detector/detector.ts';
import type { Near } from './detector/likeness.ts';
import { isTurned } from './mail/letters.ts';
import { openMailReader, tooLong } from './mail/reader.ts';
import { type Needs, needsOf, numberShown } from './needs.ts';
import { openTextReader } from './ocr/reader.ts';
import type { PictureRequest } from './picture-prompt/request.ts';
import { countedBy, fillFields, type Material } from './results/fill.ts';
import { CannotRun, whyNot } from './runtime/network.ts';
import { kindsOf, zonesOf } from './sight/condition-parts.ts';
import { doubts } from './sight/doubts.ts';
import { cellsIn, FEATURES_VERSION, type Lesson } from './sight/lesson.ts';
import { SURE_LINE } from './sight/matching.ts';
import type { Scene } from './sight/scene.ts';
import { answerFromPictures, counts, relevant } from './sight/sight.ts';
import { nameOfKind } from './sight/told.ts';
import {
	type Earlier,
	type EarlierValues,
	linesLookedAt,
	pageText,
	type Since,
	type Written,
} from './sight/written.ts';
import { lookedAt, lookingWords } from './sight/zones.ts';
import { type Findings, writeAnswer } from './write.ts';

/** The most pictures of one mail that are examined: each takes a tenth of a second, or more to read. */
const MOST_PICTURES = 8;

/** One picture is decoded while another one is looked at. */
const AT_ONCE = 2;

/** The model that needs no network: an object detector and a reader for pictures, and text patterns for the rest. */
export function builtInModel(log: Log): Model {
	const detector = openDetector(log);
	const reader = openTextReader(log);
	const mails = openMailReader(log);
	const [looks, reads] = [new InTurn(AT_ONCE), new InTurn(AT_ONCE)];
	const detect: typeof detector.detect = (bytes, signal, lesson) =>
		looks.run(workingFor().owner, () => detector.detect(bytes, signal, lesson), signal);
	const readText: typeof reader.read = (bytes, print, signal) =>
		reads.run(workingFor().owner, () => reader.read(bytes, print, signal), signal);

	const look = async (
		{ bytes, ratio }: Question['images'][number],
		needs: Needs,
		{ zones = [] }: Surroundings,
		lesson: Lesson | null,
		signal: AbortSignal,
	): Promise<Scene | null> => {
		const isSeen = needs.objects || lesson !== null;
		const seen = isSeen ? await detect(bytes, signal, lesson) : undefined;
		const read = needs.text ? await readText(bytes, 'scene', signal) : undefined;
		if (seen === null || read === null) return null;
		const looking = lookingWords(zones);
		const written = read && { ...read, lines: linesLookedAt(read.lines, zones, needs.textIn, ratio) };
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
		const { prompt, surroundings = {}, now, zone } = parts;
		const request = await mails.readPicturePrompt(prompt, surroundings);
		const asked = needsOf(request);
		const needs = { ...asked, objects: asked.objects || (parts.fields ?? []).some(countedBy) };
		const lesson = lessonOf(request, surroundings);
		const earlier = await earlierValues(needs.moments, parts);
		const scenes: (Scene | null)[] = [];
		for (const image of images.slice(0, MOST_PICTURES)) {
			const scene = await look(image, needs, surroundings, lesson, signal);
			scenes.push(scene && { ...scene, ...(earlier && { earlier }) });
		}
		const partly = unread.length > 0 || images.length > MOST_PICTURES;
		const judge = () => answerFromPictures(request, scenes, { now, zone }, partly);
		let findings = judge();
		if (findings.verdict === 'cannot tell' && request.wants === 'judgement') {
			const { condition } = request.reading;
			for (const [at, scene] of scenes.entries()) {
				const image = images[at];
				if (!image || !scene?.size || !doubts(condition, scene).some(({ isFaint }) => isFaint)) continue;
				const { size } = scene;
				const kinds = kindsOf(condition);
				const sightings = await detector.lookCloser(image.bytes, { ...scene, size }, kinds, signal);
				scenes[at] = { ...scene, sightings };
			}
			findings = judge();
		}
		const numbers = scenes.map((scene) => scene && numberShown(request, scene));
		return {
			findings,
			zones: usedZones(request, surroundings),
			boxes: scenes.flatMap((scene, picture) => (scene ? boxesOf(request, scene, picture) : [])),
			examples: nearestOf(scenes),
			value: numbers.find((number) => number !== null) ?? null,
			material: { mail: parts.mail, texts: parts.mail ? [parts.mail.text, ...enclosed] : [], scenes },
		};
	};

	/** The text of scanned pages and photographed letters counts like the text of the mail. */
	const readImages = async (images: Question['images'], signal: AbortSignal) => {
		const pages: (Written | null)[] = [];
		for (const { bytes } of images.slice(0, MOST_PICTURES)) pages.push(await readText(bytes, 'page', signal));
		return pageText(pages, images.length > MOST_PICTURES);
	};

	/** Whether a prompt on a mail with pictures is about those pictures: it says so, or names what can be seen. */
	const isAboutPictures = async (prompt: string): Promise<boolean> => {
		if (/\b(?:picture|photo|photograph|image|snapshot|screenshot)s?\b/i.test(prompt)) return true;
		if (/\b(?:mentions?|subject|says?|sender|invoice|order)\b/i.test(prompt)) return false;
		const request = await mails.readPicturePrompt(prompt);
		// A total or a price may be in the mail itself; a meter or a sign can only be in a picture of it.
		if (needsOf(request).text)
			return /\b(?:meter|gauge|sign|plate|display|screen|thermometer|scales?)\b/i.test(prompt);
		if (request.wants === 'judgement') return request.reading.condition.op !== 'unknown';
		return request.wants === 'account' && request.about.length > 0;
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
		const { prompt, trigger, mail, now, zone, replies } = parts;
		if (trigger === 'capture' || (images.length > 0 && (!mail || (await isAboutPictures(prompt)))))
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
			findings: await mails.answer(prompt, whole, replies, dayIn(now, zone)),
			...NOTHING_SEEN,
			material,
		};
	};

	return {
		describe: `built-in, offline: ${whyNot() ?? `${KNOWN_OBJECTS.length} kinds of object and text in pictures`}, words in mail`,
		builtIn: true,
		readPrompt: mails.explain,
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
		teaching: {
			version: FEATURES_VERSION,
			async learn(bytes, signal) {
				const seen = await detect(bytes, signal);
				if (!seen) return null;
				const { buffer, byteOffset, length } = seen.map;
				const map = new Uint8Array(buffer, byteOffset, length);
				return { version: FEATURES_VERSION, ratio: seen.ratio, map };
			},
			async test(prompt, surroundings, signal) {
				const request = await mails.readPicturePrompt(prompt, surroundings);
				if (request.wants !== 'judgement' || !('taught' in request.reading)) return null;
				const lesson = lessonOf(request, surroundings);
				return { taught: request.reading.taught, test: lesson && (await detector.test(lesson, signal)) };
			},
		},
		async close() {
			detector.close();
			reader.close();
		},
	};
}

interface Found {
	findings: Findings;
	boxes: PictureBox[];
	zones: readonly Zone[];
	examples: NearExample[];
	/** The number that was asked for, if it is certain. */
	value: number | null;
	/** Where the fields are looked for. */
	material: Omit<Material, 'value'>;
}

const NOTHING = { mail: null, texts: [], scenes: [] };
const NOTHING_SEEN = { boxes: [], zones: [], examples: [], value: null };

/** The zones that decide: those where it looks only or never, and those that the prompt names. */
function usedZones(request: PictureRequest, { zones = [] }: Surroundings): readonly Zone[] {
	const named =
		request.wants === 'judgement'
			? [...zonesOf(request.reading.condition).map(({ where }) => where?.zone), request.textIn?.zone]
			: request.wants === 'account'
				? [request.where?.zone]
				: request.wants === 'text'
					? [request.textIn?.zone]
					: [];
	return zones.filter((zone) => zone.use !== 'named' || named.some((one) => one?.name === zone.name));
}

/** The examples of a prompt, in the form in which pictures are compared; null if nothing is taught. */
function lessonOf(
	request: PictureRequest,
	{ zones = [], examples: given = [] }: Surroundings,
): Lesson | null {
	if (request.wants !== 'judgement' || !('taught' in request.reading)) return null;
	const { examples, taught } = request.reading;
	if (examples.length === 0) return null;
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

/** The nearest example of each side to the first picture that was compared. */
function nearestOf(scenes: (Scene | null)[]): NearExample[] {
	const { yes, no } = scenes.find((scene) => scene?.taught)?.taught?.nearest ?? { yes: null, no: null };
	const near = (said: Side, found: Near | null) =>
		found ? [{ captureId: found.id, said, distance: rounded(found.distance) }] : [];
	return [...near('yes', yes), ...near('no', no)];
}

/** What the automation read at the moments that a prompt compares with. */
async function earlierValues(
	moments: readonly Since[],
	{ now, earlier }: Question['parts'],
): Promise<EarlierValues | null> {
	if (moments.length === 0) return null;
	const values = new Map<string, Earlier | null>();
	for (const { words, minutes } of moments)
		values.set(words, (await earlier?.(new Date(now.getTime() - Math.max(minutes * 60_000, 1)))) ?? null);
	return values;
}

/** The boxes of one picture that matter to a prompt, in the form that is stored and shown. */
function boxesOf(request: PictureRequest, scene: Scene, picture: number): PictureBox[] {
	const seen = relevant(request, scene).map((sighting) => ({
		name: nameOfKind(sighting).slice(0, 40),
		confidence: sighting.confidence,
		sure: counts(request, scene, sighting),
		box: sighting.box,
	}));
	const lines = (scene.written?.lines ?? []).slice(0, MOST_LINES).map(({ text, confidence, box }) => ({
		name: text.slice(0, 40).toWellFormed(),
		confidence,
		sure: confidence >= SURE_LINE,
		box,
	}));
	return [...seen, ...lines].map(({ name, confidence, sure, box }) => ({
		picture,
		name,
		score: rounded(confidence),
		counted: sure,
		left: rounded(box.left),
		top: rounded(box.top),
		right: rounded(box.right),
		bottom: rounded(box.bottom),
	}));
}

/** More boxes around lines would hide the picture. */
const MOST_LINES = 20;

/** A thousandth of a picture is more precise than a detector, and short to store. */
const rounded = (share: number) => Math.round(share * 1000) / 1000;
