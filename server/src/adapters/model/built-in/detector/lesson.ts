/** What a customer taught by example, and what it says of a picture. */
import { EXAMPLES_LEAST, type SelfTest } from '@watchword/contract/example';
import { type Rectangle, shareInside, type Zone, zoneKey } from '@watchword/contract/zone';
import type { Comparison } from '@watchword/model';
import { cellsWhere, compare, type FeatureMap, leaveOneOut, type Marked } from './likeness.ts';

/** Maps of another version cannot be compared. They are made anew. */
export const FEATURES_VERSION = 'ssdlite-9';
/** If fewer of the examples are judged rightly by the others, they contradict each other. */
const MIN_RIGHT = 0.6;
/** Pictures whose proportions differ by more than this were not taken by the camera as it is now. */
const SAME_SHAPE = 0.03;

/** A cell counts as part of a zone from this share on, so that small zones have cells too. */
const PART_OF_CELL = 0.2;

export interface LessonExample extends Marked {
	/** Width divided by height. */
	ratio: number;
}

export interface Lesson {
	examples: LessonExample[];
	/** The cells to look at. */
	cells: number[];
}

/** The cells where the camera is to look, and of those the ones in the zones that the taught words name. */
export function cellsIn(zones: readonly Zone[], words: string): number[] {
	const said = ` ${zoneKey(words)} `;
	const only = zones.filter(({ use }) => use === 'only');
	const never = zones.filter(({ use }) => use === 'never');
	const named = zones.filter(({ use, name }) => use !== 'never' && said.includes(` ${zoneKey(name)} `));
	const covers = (some: readonly Zone[], cell: Rectangle) =>
		some.some(({ points }) => shareInside(points, cell) > PART_OF_CELL);
	return cellsWhere(
		(cell) =>
			!covers(never, cell) &&
			(only.length === 0 || covers(only, cell)) &&
			(named.length === 0 || covers(named, cell)),
	);
}

/** Each example is judged by all others of its view. */
export function testLesson({ examples, cells }: Lesson): SelfTest {
	const judged = leaveOneOut(examples, cells);
	const doubtful = judged.filter(({ yes, held }) => held !== yes).map(({ id }) => id);
	return { right: judged.length - doubtful.length, of: judged.length, doubtful };
}

export function compareWith(lesson: Lesson, picture: { map: FeatureMap; ratio: number }): Comparison {
	const fitting = lesson.examples.filter(({ ratio }) => Math.abs(ratio / picture.ratio - 1) <= SAME_SHAPE);
	const { elsewhere, ...likeness } = compare(fitting, picture.map, lesson.cells, EXAMPLES_LEAST);
	const used = fitting.filter(({ id }) => !elsewhere.includes(id));
	const count = (yes: boolean) => used.filter((example) => example.yes === yes).length;
	const test = testLesson({ examples: used, cells: lesson.cells });
	const whole = {
		used: { yes: count(true), no: count(false) },
		leftOut: { view: elsewhere.length, shape: lesson.examples.length - fitting.length },
		test,
	};
	const isLeftOut = whole.leftOut.view + whole.leftOut.shape > 0;
	if (likeness.doubt === 'other view')
		return { ...likeness, ...whole, doubt: isLeftOut ? 'other view' : 'too few' };
	if (test.right < MIN_RIGHT * test.of) return { ...likeness, ...whole, held: null, doubt: 'contradicting' };
	return { ...likeness, ...whole };
}
