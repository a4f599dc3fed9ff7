import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawScene } from '../../scenes/src/scene.ts';
import { builtInModel } from '../../server/src/adapters/model/built-in/model.ts';
import { examine } from '../../server/src/admin/model-test.ts';
import { VISITS, whoIsThere } from '../../server/src/demo/hour.ts';
import { LOOK, lastTime, STORY } from '../../server/src/demo/story.ts';
import type { Model } from '../../server/src/ports/model.ts';
import { quiet } from '../../server/src/testing/quiet.ts';
import { type Judged, judgeQuestion } from './ask.ts';
import type { Verdict } from './score.ts';

let folder: string;
let model: Model;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-demo-'));
	model = builtInModel(quiet);
});
afterAll(async () => {
	await model.close();
	await rm(folder, { recursive: true, force: true });
});

const clockOf = (at: Date) =>
	`${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;

/** Everyone in the picture is found and outlined, as often as they are there, and nobody else. */
function expectOutlines({ boxes }: Judged, who: readonly string[]): void {
	const found = boxes.filter((box) => box.counted).map((box) => box.name);
	const count = (names: readonly string[]) =>
		['person', 'dog', 'car', 'truck'].map((kind) => [kind, names.filter((one) => one === kind).length]);
	expect(count(found)).toEqual(count(who));
}

const noon = new Date(2026, 4, 12, 12);
const shown = STORY.flatMap(({ place, prompts, moments }) =>
	moments.map((moment) => ({ place, prompts, ...moment })),
);

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Every picture that the cameras draw while somebody looks: the first minute of each visit, and nobody, in each hour. */
const live = HOURS.flatMap((hour) =>
	STORY.flatMap(({ place, prompts }) => {
		const minutes = [...VISITS[place].map(({ from }) => from), 11];
		return [...new Set(minutes)].map((minute) => {
			const at = new Date(2026, 4, 12, hour, minute);
			return { place, prompts, at, clock: clockOf(at), ...whoIsThere(place, at) };
		});
	}),
);

/** What a person would answer to a prompt of the demo. */
const TRUTH: Record<string, (who: string[]) => 'met' | 'not met'> = {
	'Someone at the front porch': (who) => (who.includes('person') ? 'met' : 'not met'),
	'Parcel handed over': () => 'not met',
	'The dog is out': (who) => (who.includes('dog') && !who.includes('person') ? 'met' : 'not met'),
	'Delivery truck': (who) => (who.includes('truck') ? 'met' : 'not met'),
	'Driveway log': () => 'met',
};

describe('a demo that somebody looks at', () => {
	test.each(live)('is right about the $place at $clock', async (shown) => {
		const { place, prompts, at, who, clock, cast } = shown;
		const picture = `live-${place}-${clock.replace(':', '')}.jpg`;
		await writeFile(join(folder, picture), await drawScene({ place, at, who, cast, ...LOOK }));
		for (const [name, prompt] of Object.entries(prompts)) {
			const truth: Verdict = TRUTH[name]?.(who) ?? 'cannot tell';
			const asked = { picture, prompt, truth, about: place, kind: 'knowable' as const, hard: [] };
			const now = new Date(`2026-01-14T${clock}:00Z`);
			const judged = await judgeQuestion(model, folder, { ...asked, accept: [truth] }, 60_000, now);
			expect([name, judged.verdict, judged.evidence]).toEqual([name, truth, expect.any(String)]);
			expectOutlines(judged, who);
		}
	});
});

describe('the demo account', () => {
	test.each(shown)('is right about the $place at $at', async (moment) => {
		const { place, prompts, at, who, expect: verdicts, told } = moment;
		const picture = `${place}-${at.replace(':', '')}.jpg`;
		await writeFile(join(folder, picture), await drawScene({ place, at: lastTime(at, noon), who, ...LOOK }));
		expect(Object.keys(verdicts)).toEqual(Object.keys(prompts));
		for (const [name, prompt] of Object.entries(prompts)) {
			const truth = verdicts[name] ?? 'cannot tell';
			const asked = { picture, prompt, truth, about: place, kind: 'knowable' as const, hard: [] };
			const judged = await judgeQuestion(
				model,
				folder,
				{ ...asked, accept: [truth] },
				60_000,
				new Date(`2026-01-14T${at}:00Z`),
			);
			expect([name, judged.verdict, judged.evidence]).toEqual([name, truth, expect.any(String)]);
			expectOutlines(judged, who);
			if (told && name.endsWith('log')) expect(judged.information).toContain(told);
		}
	});

	test('shows all three verdicts', () => {
		const verdicts = new Set(shown.flatMap((moment) => Object.values(moment.expect)));
		expect(verdicts).toEqual(new Set(['met', 'not met', 'cannot tell']));
	});
});

test('model test scores the built-in model: right, or "cannot tell" if a language model is needed', {
	timeout: 300_000,
}, async () => {
	const lines: string[] = [];
	await examine(model, 60_000, (line) => lines.push(line));
	expect(lines.at(-1)).toBe('3 right, 0 wrong, 3 cannot tell, of 6.');
	expect(lines).toContainEqual(expect.stringMatching(/^porch: parcel +Is there a parcel\? .*cannot tell$/));
});
