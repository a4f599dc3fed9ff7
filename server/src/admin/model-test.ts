import type { Answer } from '@watchword/contract/verdict';
import type { Who } from '@watchword/scenes/place';
import { drawScene, type PlaceName } from '@watchword/scenes/scene';
import { ModelFailure, Refusal } from '../base/failures.ts';
import type { Decision } from '../engine/deciding/decide.ts';
import { askModel, whyOf } from '../operator/self-test.ts';
import type { Model } from '../ports/model.ts';
import { linesOf, type Print } from './command.ts';

type Verdict = Answer['verdict'];

interface Shown {
	place: PlaceName;
	hour: number;
	who: Who[];
	/** The right answers, as a person would give them. */
	asked: [prompt: string, truth: Verdict][];
}

/** Drawn pictures with known answers. The last question of each needs a language model; the built-in one says "cannot tell". */
const EXAM: Shown[] = [
	{
		place: 'driveway',
		hour: 8,
		who: ['car'],
		asked: [
			['Is there a car and nobody with it?', 'met'],
			['Is the car red?', 'met'],
		],
	},
	{
		place: 'garden',
		hour: 15,
		who: ['person', 'dog'],
		asked: [
			['Is there a dog without a person?', 'not met'],
			['Is the dog wearing a collar?', 'met'],
		],
	},
	{
		place: 'porch',
		hour: 11,
		who: ['parcel'],
		asked: [
			['Is there a person?', 'not met'],
			['Is there a parcel?', 'met'],
		],
	},
];

const DAY = [2026, 4, 12] as const;

/** Asks the model about each picture and prints a table of how it did. */
export async function examine(model: Model, timeoutMs: number, print: Print): Promise<void> {
	const rows: string[][] = [['picture', 'asked', 'right is', 'said', '']];
	const marks: string[] = [];
	for (const { place, hour, who, asked } of EXAM) {
		const at = new Date(...DAY, hour, 20);
		const bytes = await drawScene({ place, at, who, seed: 'exam', weather: 'clear' });
		for (const [prompt, truth] of asked) {
			const said = await askAbout(model, bytes, prompt, timeoutMs);
			const mark =
				said.verdict === truth ? 'right' : said.verdict === 'cannot tell' ? 'cannot tell' : 'wrong';
			marks.push(mark);
			rows.push([`${place}: ${who.join(', ')}`, prompt, truth, said.verdict, mark]);
		}
	}
	for (const line of linesOf(rows)) print(line);
	const count = (mark: string) => marks.filter((one) => one === mark).length;
	print(
		`${count('right')} right, ${count('wrong')} wrong, ${count('cannot tell')} cannot tell, of ${marks.length}.`,
	);
}

/** As a run of a capture would ask. */
async function askAbout(model: Model, bytes: Buffer, prompt: string, timeoutMs: number): Promise<Decision> {
	const parts = { prompt, trigger: 'capture', mail: null } as const;
	return askModel(model, parts, [bytes], timeoutMs).catch((error: unknown) => {
		if (!(error instanceof ModelFailure)) throw error;
		throw new Refusal('unavailable', `It does not work with pictures: ${whyOf(error)}`);
	});
}
