import type { PictureBox } from '@watchword/contract/boxes';
import type { NearExample, Side } from '@watchword/contract/example';
import type { Zone } from '@watchword/contract/zone';
import { counts, nameOfKind, type PictureReading, relevant, type Scene, SURE_LINE } from '@watchword/model';
import type { Material } from './results/fill.ts';
import type { Findings } from './write.ts';

export interface Found {
	findings: Findings;
	boxes: PictureBox[];
	zones: readonly Zone[];
	examples: NearExample[];
	/** The number that was asked for, if it is certain. */
	value: number | null;
	/** Where the fields are looked for. */
	material: Omit<Material, 'value'>;
}

export const NOTHING = { mail: null, texts: [], scenes: [] };
export const NOTHING_SEEN = { boxes: [], zones: [], examples: [], value: null };

/** The nearest example of each side to the first picture that was compared. */
export function nearestOf(scenes: (Scene | null)[]): NearExample[] {
	const { yes, no } = scenes.find((scene) => scene?.taught)?.taught?.nearest ?? { yes: null, no: null };
	const near = (said: Side, found: { id: string; distance: number } | null) =>
		found ? [{ captureId: found.id, said, distance: rounded(found.distance) }] : [];
	return [...near('yes', yes), ...near('no', no)];
}

/** The boxes of one picture that matter to a prompt, in the form that is stored and shown. */
export function boxesOf(
	reading: PictureReading,
	scene: Scene,
	picture: number,
	zones: readonly Zone[],
): PictureBox[] {
	const seen = relevant(reading, scene.sightings).map((sighting) => ({
		name: nameOfKind(sighting).slice(0, 40),
		confidence: sighting.confidence,
		sure: counts(reading, scene, sighting, zones),
		box: sighting.box,
	}));
	const lines = (scene.written?.lines ?? []).slice(0, MAX_LINES).map(({ text, confidence, box }) => ({
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
const MAX_LINES = 20;

/** A thousandth of a picture is more precise than a detector, and short to store. */
const rounded = (share: number) => Math.round(share * 1000) / 1000;
