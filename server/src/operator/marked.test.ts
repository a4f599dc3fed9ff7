import type { Mark } from '@watchword/contract/mark';
import { markedInWords } from '@watchword/contract/marked-test';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelFailure } from '../base/failures.ts';
import { automationRuns } from '../runs/tables.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { addWatch, watchModel } from '../testing/watch.ts';
import { testMarked } from './marked.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer({ model: watchModel() });
});
afterAll(() => server.stop());

const needs = () => ({ ...server.services, db: server.services.database.db });
const mark = (id: string | undefined, _mark: Mark) =>
	needs()
		.db.update(automationRuns)
		.set({ _mark })
		.where(eq(automationRuns.id, String(id)));

test('a model is asked again about what customers marked, and only counts are told', async () => {
	const never = scriptedModel(() => answerOf({ verdict: 'not met' }));
	expect(markedInWords(await testMarked(needs(), never))).toBe('');

	const { captures } = await addWatch(server, { _tell: 'every', action_prompt: 'A secret visitor' });
	const runs = await captures('mmn?m', 30);
	for (const [at, given] of (['right', 'wrong', 'right', 'wrong'] as const).entries())
		await mark(runs[at]?.id, given);
	// Of the last one, nobody has said whether it was right.
	const result = await testMarked(needs(), never);
	expect(result).toEqual({
		...{ of: 4, right_before: 2, right: 3, unanswered: 0 },
		changes: [
			{ before: 'cannot tell', now: 'not met', times: 1, right: 1 },
			{ before: 'met', now: 'not met', times: 2, right: 1 },
		],
	});
	expect(markedInWords(result)).toBe(
		'Of the last 4 verdicts that customers marked, 2 were right; with this model it is 3. Changed: 1 from “cannot tell” to “not met”, of which 1 is right; 2 from “met” to “not met”, of which 1 is right.',
	);
	// The model sees the prompt and the picture of then.
	const asked: [string, number][] = [];
	await testMarked(
		needs(),
		scriptedModel(({ parts, images }) => {
			asked.push([parts.prompt, images.length]);
			throw new ModelFailure('It is away.', true, { absent: 'away' });
		}),
	).then(({ of, unanswered }) => expect([of, unanswered]).toEqual([0, 4]));
	expect(asked).toEqual(Array.from({ length: 4 }, () => ['A secret visitor', 1]));
});
