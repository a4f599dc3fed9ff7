import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawScene } from '../../scenes/src/scene.ts';
import { builtInModel } from '../../server/src/adapters/model/built-in/model.ts';
import { examine } from '../../server/src/admin/model-test.ts';
import { LOOK, lastTime, STORY } from '../../server/src/demo/story.ts';
import type { Model } from '../../server/src/ports.ts';
import { quiet } from '../../server/src/testing/quiet.ts';
import { judgeQuestion } from './ask.ts';

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

const noon = new Date(2026, 4, 12, 12);
const shown = STORY.flatMap(({ place, prompts, moments }) =>
	moments.map((moment) => ({ place, prompts, ...moment })),
);

describe('the demo account', () => {
	test.each(shown)('is right about the $place at $at', { timeout: 60_000 }, async (moment) => {
		const { place, prompts, at, who, expect: verdicts, told } = moment;
		const picture = `${place}-${at.replace(':', '')}.jpg`;
		await writeFile(join(folder, picture), await drawScene({ place, at: lastTime(at, noon), who, ...LOOK }));
		expect(Object.keys(verdicts)).toEqual(Object.keys(prompts));
		for (const [name, prompt] of Object.entries(prompts)) {
			const truth = verdicts[name] ?? 'cannot tell';
			const asked = { picture, prompt, truth, about: place, kind: 'knowable' as const, hard: [] };
			const judged = await judgeQuestion(model, folder, { ...asked, accept: [truth] }, 60_000);
			expect([name, judged.verdict, judged.evidence]).toEqual([name, truth, expect.any(String)]);
			// Everyone in the picture is found and outlined, as often as they are there, and nobody else.
			const found = judged.boxes.filter((box) => box.counted).map((box) => box.name);
			for (const kind of ['person', 'dog', 'car', 'truck'] as const) {
				expect([kind, found.filter((one) => one === kind).length]).toEqual([
					kind,
					who.filter((one) => one === kind).length,
				]);
			}
			if (told && name.endsWith('log')) expect(judged.information).toContain(told);
		}
	});

	test('shows all three verdicts', () => {
		const verdicts = new Set(shown.flatMap((moment) => Object.values(moment.expect)));
		expect(verdicts).toEqual(new Set(['met', 'not met', 'cannot tell']));
	});
});

test('model test scores the built-in model: right, or "cannot tell" if a language model is needed', {
	timeout: 60_000,
}, async () => {
	const lines: string[] = [];
	await examine(model, 60_000, (line) => lines.push(line));
	expect(lines.at(-1)).toBe('3 right, 0 wrong, 3 cannot tell, of 6.');
	expect(lines).toContainEqual(expect.stringMatching(/^porch: parcel +Is there a parcel\? .*cannot tell$/));
});
