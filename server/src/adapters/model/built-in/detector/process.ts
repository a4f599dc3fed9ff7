/** A process that looks at pictures, one at a time. */
import { answerAsked, giveBack } from '../../../../base/processes.ts';
import { orUnable } from '../runtime/network.ts';
import { compareWith, testLesson } from './lesson.ts';
import { loadNetworks } from './networks.ts';
import type { Asked } from './sighting.ts';

let networks: ReturnType<typeof loadNetworks> | undefined;

answerAsked<Asked>((asked) => orUnable(answer(asked)));

async function answer({ pixels, lesson, seen }: Asked) {
	if (!pixels) return seen ? compareWith(lesson, seen) : testLesson(lesson);
	networks ??= loadNetworks();
	const look = await networks.catch((error: unknown) => {
		// The operator may have repaired it by the next picture.
		networks = undefined;
		throw error;
	});
	const reports = await look(pixels);
	giveBack(pixels.data);
	return reports;
}
