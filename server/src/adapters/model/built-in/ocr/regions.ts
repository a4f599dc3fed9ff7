/** Finds where lines of text are in the map of probabilities that the detection network gives. */

export interface Point {
	x: number;
	y: number;
}

/** A rectangle of any angle: its corners from the top left on, clockwise as the text is read. */
export type Quad = [Point, Point, Point, Point];

/** A pixel belongs to text from this probability on; a region counts if its pixels reach `SURE` on average. */
const TEXT = 0.3;
const SURE = 0.55;
/** The network marks the core of a line. The rectangle grows by this share of its area to hold the whole letters. */
const GROWTH = 1.7;
const MIN_HEIGHT = 3;
/** A picture full of text must not take minutes. */
const MAX_REGIONS = 200;

/** The regions of text, the largest first, in pixels of the map. */
export function findRegions(map: Float32Array, width: number, height: number): Quad[] {
	const seen = new Uint8Array(map.length);
	const found: { quad: Quad; area: number }[] = [];
	const stack: number[] = [];
	for (let start = 0; start < map.length; start++) {
		if (seen[start] || (map[start] ?? 0) < TEXT) continue;
		const edge = new Map<number, [least: number, most: number]>();
		let [sum, count] = [0, 0];
		seen[start] = 1;
		stack.push(start);
		for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
			const x = at % width;
			const y = (at - x) / width;
			sum += map[at] ?? 0;
			count++;
			const row = edge.get(y);
			if (!row) edge.set(y, [x, x]);
			else if (x < row[0]) row[0] = x;
			else if (x > row[1]) row[1] = x;
			for (let dy = -1; dy <= 1; dy++) {
				if (y + dy < 0 || y + dy >= height) continue;
				for (let dx = -1; dx <= 1; dx++) {
					if (x + dx < 0 || x + dx >= width) continue;
					const next = at + dy * width + dx;
					if (seen[next] || (map[next] ?? 0) < TEXT) continue;
					seen[next] = 1;
					stack.push(next);
				}
			}
		}
		if (sum / count < SURE) continue;
		const corners = [...edge].flatMap(([y, [least, most]]) => [
			{ x: least, y },
			{ x: most + 1, y },
			{ x: least, y: y + 1 },
			{ x: most + 1, y: y + 1 },
		]);
		const tight = smallestRectangle(hullOf(corners));
		if (Math.min(tight.width, tight.height) < MIN_HEIGHT) continue;
		const grown = grow(tight);
		found.push({ quad: cornersOf(grown), area: grown.width * grown.height });
	}
	found.sort((a, b) => b.area - a.area);
	return found.slice(0, MAX_REGIONS).map(({ quad }) => quad);
}

interface Rectangle {
	centre: Point;
	width: number;
	height: number;
	/** Of its width against the horizontal, in radians. */
	angle: number;
}

/** The outline of a set of points, without those inside it. */
function hullOf(points: Point[]): Point[] {
	const sorted = points.sort((a, b) => a.x - b.x || a.y - b.y);
	const half = (some: Iterable<Point>) => {
		const kept: Point[] = [];
		for (const point of some) {
			for (let last = kept.at(-1), before = kept.at(-2); last && before; ) {
				if ((last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x) > 0)
					break;
				kept.pop();
				[last, before] = [kept.at(-1), kept.at(-2)];
			}
			kept.push(point);
		}
		return kept.slice(0, -1);
	};
	return [...half(sorted), ...half(sorted.toReversed())];
}

/** One side of the smallest rectangle around an outline lies on a side of the outline. */
function smallestRectangle(hull: Point[]): Rectangle {
	let best: Rectangle | null = null;
	for (const [index, from] of hull.entries()) {
		const to = hull[(index + 1) % hull.length] ?? from;
		const angle = Math.atan2(to.y - from.y, to.x - from.x);
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
		let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
		for (const { x, y } of hull) {
			const [along, across] = [x * cos + y * sin, y * cos - x * sin];
			left = Math.min(left, along);
			right = Math.max(right, along);
			top = Math.min(top, across);
			bottom = Math.max(bottom, across);
		}
		const [width, height] = [right - left, bottom - top];
		if (best && width * height >= best.width * best.height) continue;
		const [along, across] = [(left + right) / 2, (top + bottom) / 2];
		const centre = { x: along * cos - across * sin, y: along * sin + across * cos };
		best = { centre, width, height, angle };
	}
	return upright(best ?? { centre: { x: 0, y: 0 }, width: 0, height: 0, angle: 0 });
}

/** Text runs from left to right: the width is the side that is nearest to the horizontal, unless it is much the shorter one. */
function upright({ centre, width, height, angle }: Rectangle): Rectangle {
	const quarter = Math.PI / 2;
	const turns = Math.round(angle / quarter);
	const turned =
		turns % 2 === 0
			? { centre, width, height, angle: angle - turns * quarter }
			: { centre, width: height, height: width, angle: angle - turns * quarter };
	// A line that runs upwards, as on the back of a book.
	return turned.height > turned.width * 2
		? { centre, width: turned.height, height: turned.width, angle: turned.angle - quarter }
		: turned;
}

function grow({ centre, width, height, angle }: Rectangle): Rectangle {
	const more = (GROWTH * width * height) / (width + height);
	return { centre, width: width + more, height: height + more, angle };
}

function cornersOf({ centre, width, height, angle }: Rectangle): Quad {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const at = (x: number, y: number): Point => ({
		x: centre.x + (x * width * cos - y * height * sin) / 2,
		y: centre.y + (x * width * sin + y * height * cos) / 2,
	});
	return [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)];
}
