import { TOUR } from '@watchword/contract/constants';

export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Box = { x: number; y: number; width: number; height: number };

const OPPOSITE: Record<Side, Side> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' };

/** Whether any part of it is visible ('some'), or all of it ('all'). */
export function inView(box: Box, view: Box, amount: 'some' | 'all'): boolean {
	const fits = (start: number, size: number, from: number, room: number) =>
		amount === 'all'
			? start >= from && start + size <= from + room
			: start < from + room && start + size > from;
	return fits(box.x, box.width, view.x, view.width) && fits(box.y, box.height, view.y, view.height);
}

/** The wanted side, its opposite if that is too narrow, or the widest if both are. */
export function sideFor(wanted: Side, box: Box, view: Box): Side {
	const room: Record<Side, number> = {
		top: box.y - view.y,
		left: box.x - view.x,
		bottom: view.y + view.height - (box.y + box.height),
		right: view.x + view.width - (box.x + box.width),
	};
	const enough = [wanted, OPPOSITE[wanted]].find((side) => room[side] >= TOUR.flipThreshold);
	if (enough) return enough;
	return (Object.keys(room) as Side[]).reduce((best, side) => (room[side] > room[best] ? side : best));
}

/** The card keeps this distance from the edges of the window. */
const EDGE = 12;

/** Where the card is: beside the target on a side with room, or in the middle without a target. */
export function placeFor(
	{ width, height }: Pick<Box, 'width' | 'height'>,
	lit: Box | null,
	wanted: Side,
	view: Box,
): { x: number; y: number } {
	const { x, y } = lit
		? middleOf(sideFor(wanted, lit, view), lit, width / 2, height / 2)
		: { x: view.width / 2, y: view.height / 2 };
	const within = (start: number, size: number, room: number) =>
		Math.max(EDGE, Math.min(start, room - size - EDGE));
	return {
		x: within(x - width / 2, width, view.width),
		y: within(y - height / 2, height, view.height),
	};
}

/** The middle of the card on that side of the target. */
function middleOf(side: Side, lit: Box, halfWidth: number, halfHeight: number) {
	const x = lit.x + lit.width / 2;
	const y = lit.y + lit.height / 2;
	const across = lit.width / 2 + TOUR.cardGap + halfWidth;
	const along = lit.height / 2 + TOUR.cardGap + halfHeight;
	if (side === 'left' || side === 'right') return { x: side === 'left' ? x - across : x + across, y };
	return { x, y: side === 'top' ? y - along : y + along };
}

/** How far to scroll: a small target to the middle, where the card has room on both sides, a tall one to the top. */
export function scrollFor(box: Box, view: Box): number {
	const margin = TOUR.scrollMargin;
	const withMargin = { ...box, y: box.y - margin, height: box.height + 2 * margin };
	if (inView({ ...withMargin, x: view.x, width: view.width }, view, 'all')) return 0;
	const isTall = withMargin.height > view.height / 2;
	return withMargin.y - view.y - (isTall ? 0 : (view.height - withMargin.height) / 2);
}

export const grown = (box: Box, by: number): Box => ({
	x: box.x - by,
	y: box.y - by,
	width: box.width + 2 * by,
	height: box.height + 2 * by,
});
