/** How well the built-in model learns from examples, on drawn places with something that has two states. */
import { pick, seeded } from '@watchword/scenes/random';
import { drawScene } from '@watchword/scenes/scene';
import { STATES, type State } from '@watchword/scenes/states';
import { openDetector } from '../../server/src/adapters/model/built-in/detector/detector.ts';
import { compareWith, type LessonExample } from '../../server/src/adapters/model/built-in/detector/lesson.ts';
import { cellsWhere } from '../../server/src/adapters/model/built-in/detector/likeness.ts';
import type { Log } from '../../server/src/ports/log.ts';
import type { Grade } from './score.ts';

interface Matter {
	name: string;
	yes: State;
	no: State;
	/** Other things that differ between pictures and mean nothing. */
	beside: State[];
}

export const MATTERS: Matter[] = [
	{ name: 'gate open', yes: 'gate open', no: 'gate closed', beside: ['bin out', 'bin in'] },
	{ name: 'bin out', yes: 'bin out', no: 'bin in', beside: ['gate open', 'gate closed'] },
	{ name: 'door open', yes: 'door open', no: 'door closed', beside: [] },
	{ name: 'shed open', yes: 'shed open', no: 'shed closed', beside: ['washing out', 'washing in'] },
	{ name: 'washing out', yes: 'washing out', no: 'washing in', beside: ['shed open', 'shed closed'] },
];

/** A picture at any hour and in any weather, with or without people, dogs and cars, from a camera that moves in the wind. */
async function drawMatter({ yes, no, beside }: Matter, isYes: boolean, seed: string): Promise<Buffer> {
	const random = seeded(seed, yes, String(isYes));
	const { place } = STATES[yes];
	const at = new Date(
		2026,
		random() * 12,
		1 + random() * 28,
		5 + random() * 18,
		random() * 60,
		random() * 60,
	);
	const who = [
		...(random() < 0.3 ? (['person'] as const) : []),
		...(random() < 0.2 ? (['dog'] as const) : []),
		// On the drive it would hide the gate, and nobody could decide.
		...(place === 'porch' && random() < 0.12 ? (['car'] as const) : []),
	];
	const states = [isYes ? yes : no, ...(beside.length > 0 ? [pick(random, beside)] : [])];
	return drawScene({ place, at, who, seed: 'camera', states, shake: 12 });
}

export interface TaughtResult {
	name: string;
	grades: Grade[];
	/** How the examples judge each other. */
	tested: { right: number; of: number };
	/** The time of the comparison alone. */
	ms: number[];
}

/** Draws `count` pictures of each side and judges all but the examples, with several choices of `examples` a side. */
export async function judgeTaught(
	log: Log,
	matter: Matter,
	{ count, examples, choices, seed }: { count: number; examples: number; choices: number; seed: string },
): Promise<TaughtResult> {
	const detector = openDetector(log);
	const pictures: LessonExample[] = [];
	for (let at = 0; at < count; at++) {
		for (const yes of [true, false]) {
			const bytes = await drawMatter(matter, yes, `${seed} ${at}`);
			const seen = await detector.detect({ bytes }, AbortSignal.timeout(120_000));
			if (seen) pictures.push({ id: `${matter.name} ${yes} ${at}`, yes, map: seen.map, ratio: seen.ratio });
		}
	}
	await detector.close();
	return learnAndJudge(matter.name, pictures, examples, choices);
}

function learnAndJudge(
	name: string,
	pictures: LessonExample[],
	count: number,
	choices: number,
): TaughtResult {
	const result: TaughtResult = { name, grades: [], tested: { right: 0, of: 0 }, ms: [] };
	const cells = cellsWhere(() => true);
	for (let choice = 0; choice < choices; choice++) {
		const random = seeded('choice', name, choice);
		const shuffled = pictures
			.map((picture) => ({ picture, place: random() }))
			.sort((a, b) => a.place - b.place)
			.map(({ picture }) => picture);
		const side = (yes: boolean) => shuffled.filter((picture) => picture.yes === yes);
		const examples = [...side(true).slice(0, count), ...side(false).slice(0, count)];
		for (const [index, picture] of [...side(true).slice(count), ...side(false).slice(count)].entries()) {
			const started = performance.now();
			const { held, test } = compareWith({ examples, cells }, picture);
			result.ms.push(performance.now() - started);
			result.grades.push(held === null ? 'cannot tell' : held === picture.yes ? 'right' : 'wrong');
			if (index > 0) continue;
			result.tested.right += test.right;
			result.tested.of += test.of;
		}
	}
	return result;
}
