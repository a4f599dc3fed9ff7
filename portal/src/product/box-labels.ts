/** Where the names of boxes are written, so that none covers another one. Sizes are in pixels. */

import type { PictureBox } from '@watchword/contract/boxes';

export interface BoxLabel {
	/** Its box, or the first of those that share it. */
	box: PictureBox;
	text: string;
	left: number;
	top: number;
	width: number;
}

export interface Size {
	width: number;
	height: number;
}

export const LABEL_HEIGHT = 18;
const LETTER = 8;
const PADDING = 10;
const MAX_WIDTH = 160;

type Place = Pick<BoxLabel, 'left' | 'top' | 'width'>;

const covers = (a: Place, b: Place) =>
	a.left < b.left + b.width &&
	b.left < a.left + a.width &&
	a.top < b.top + LABEL_HEIGHT &&
	b.top < a.top + LABEL_HEIGHT;

const widthOf = (text: string) => Math.min(MAX_WIDTH, text.length * LETTER + PADDING);

/**
 * One label for each box: above it, or at another edge where there is room. A box without any room shares the label of the
 * nearest box with the same name, which then says how many it stands for.
 */
export function placeLabels(boxes: readonly PictureBox[], { width, height }: Size): BoxLabel[] {
	const placed: (BoxLabel & { name: string; boxes: number })[] = [];
	// What was counted matters more, and gets its place first.
	for (const box of boxes.toSorted((a, b) => Number(b.counted) - Number(a.counted))) {
		const name = box.counted ? box.name : `${box.name}?`;
		const place = placesFor(box, widthOf(name), { width, height }).find(
			(one) => !placed.some((other) => covers(one, other)),
		);
		if (place) {
			placed.push({ ...place, box, text: name, name, boxes: 1 });
			continue;
		}
		const [nearest] = placed
			.filter((other) => other.name === name)
			.sort((a, b) => distance(a, box, width, height) - distance(b, box, width, height));
		if (!nearest) continue;
		nearest.boxes += 1;
		nearest.text = `${nearest.boxes} × ${name}`;
		widen(nearest, placed, width);
	}
	return placed.map(({ name, boxes, ...label }) => label);
}

/** Above, inside at the top, below, inside at the bottom; at the left edge, then at the right one. */
function placesFor(box: PictureBox, wanted: number, { width, height }: Size): Place[] {
	const [left, right, top, bottom] = [
		box.left * width,
		box.right * width,
		box.top * height,
		box.bottom * height,
	];
	const label = Math.min(wanted, width);
	const within = (place: number) => Math.max(0, Math.min(place, width - label));
	return [top - LABEL_HEIGHT, top, bottom, bottom - LABEL_HEIGHT]
		.filter((place) => place >= 0 && place + LABEL_HEIGHT <= height)
		.flatMap((place) =>
			[left, right - label].map((side) => ({ left: within(side), top: place, width: label })),
		);
}

function distance(label: Place, box: PictureBox, width: number, height: number): number {
	return Math.hypot(label.left - box.left * width, label.top - box.top * height);
}

/** A longer text needs room that no other label has; otherwise it is cut. */
function widen(label: BoxLabel, others: readonly Place[], width: number): void {
	const wider = { ...label, width: Math.min(widthOf(label.text), width - label.left) };
	if (wider.width > label.width && !others.some((other) => other !== label && covers(wider, other)))
		label.width = wider.width;
}
