import { expect, test } from 'vitest';
import { MainThread } from './main-thread.ts';
import type { Target } from './target.ts';

test('what takes more than 250 ms of the main thread each time is wrong', async () => {
	let used = 0;
	const thread = await MainThread.of({ mainThreadMs: () => used } as Target, 0);
	const taking = (...ms: number[]) =>
		thread.measure(`one of ${ms}`, async () => {
			used += ms.shift() ?? 0;
		});
	expect([await taking(200), await taking(300, 240), await taking(300, 300, 300)]).toEqual([200, 240, 300]);
	expect(thread.wrong).toEqual(['one of 300,300,300 took 300 ms of the main thread']);
	expect(thread.most).toEqual({ ms: 300, what: 'one of 300,300,300' });
});
