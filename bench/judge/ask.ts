import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { memoryUsage } from 'node:process';
import type { PictureBox } from '@watchword/contract/boxes';
import { answerFromPictures, readPrompt, type Sighting } from '@watchword/model';
import { ModelFailure } from '../../server/src/base/failures.ts';
import { decide } from '../../server/src/engine/deciding/decide.ts';
import { makeQuestion } from '../../server/src/engine/deciding/prompt.ts';
import type { Model } from '../../server/src/ports/model.ts';
import type { JudgePhrase, JudgeQuestion } from './questions.ts';
import { type Grade, grade, type Verdict } from './score.ts';

export interface Judged extends JudgeQuestion {
	grade: Grade;
	/** Null if the model gave no answer, which counts as "cannot tell". */
	verdict: Verdict | null;
	evidence: string;
	/** The rest of the answer besides the verdict. */
	information: string;
	boxes: PictureBox[];
	ms: number;
	/** The memory of this process when the answer came. */
	memoryMb: number;
}

const TYPES: Record<string, string> = { '.png': 'image/png', '.webp': 'image/webp' };

/** Asks about one picture as a run of a capture would. */
export async function judgeQuestion(
	model: Model,
	folder: string,
	question: JudgeQuestion,
	timeoutMs: number,
	// The time of a photograph is unknown, but whether it is day or night is known.
	now = new Date(question.hard.includes('night') ? '2026-01-14T23:30:00Z' : '2026-01-14T12:00:00Z'),
): Promise<Judged> {
	const bytes = await readFile(join(folder, question.picture));
	const contentType = TYPES[extname(question.picture).toLowerCase()] ?? 'image/jpeg';
	const asked = makeQuestion({
		parts: {
			prompt: question.prompt,
			trigger: 'capture',
			wantsMail: false,
			mail: null,
			now,
			zone: 'UTC',
		},
		images: [{ contentType, bytes }],
		attachments: [],
		unread: [],
	});
	const began = performance.now();
	const told = await decide(model, asked, timeoutMs).catch((error: unknown) => {
		if (error instanceof ModelFailure) return error;
		throw error;
	});
	const failed = told instanceof ModelFailure;
	return {
		...question,
		grade: failed ? 'cannot tell' : grade(told.verdict, question.accept),
		verdict: failed ? null : told.verdict,
		evidence: failed ? `No answer: ${told.message}` : told.evidence,
		information: failed ? '' : told.information,
		boxes: failed ? [] : told.boxes,
		ms: performance.now() - began,
		memoryMb: memoryUsage.rss() / 1e6,
	};
}

export interface JudgedPhrase {
	phrase: string;
	kind: string;
	scene: string;
	accept: Verdict[];
	verdict: Verdict;
	grade: Grade;
	evidence: string;
}

/** Asks the built-in model about scenes that its detector could have seen; no picture is used. */
export function judgePhrases(phrases: JudgePhrase[]): JudgedPhrase[] {
	return phrases.flatMap(({ phrase, kind, cases }) =>
		cases.map(({ scene, touching, accept }) => {
			const { verdict, evidence } = answerFromPictures(
				readPrompt(phrase, { trigger: 'capture' }),
				[{ sightings: stage(scene, touching) }],
				{ zones: [], clock: null },
			);
			const named = scene.map(({ object, count }) => `${count} ${object}`).join(', ') || 'nothing';
			return {
				phrase,
				kind,
				scene: touching ? `${named}, touching` : named,
				accept,
				verdict,
				grade: grade(verdict, accept),
				evidence,
			};
		}),
	);
}

/** Places objects side by side in a row: apart, or so close that their outlines touch. */
function stage(scene: JudgePhrase['cases'][number]['scene'], touching: boolean): Sighting[] {
	const objects = scene.flatMap(({ object, count }) => Array.from({ length: count }, () => object));
	const step = 1 / Math.max(1, objects.length);
	return objects.map((object, index) => ({
		object,
		confidence: 0.95,
		sure: true,
		box: {
			left: index * step,
			right: (index + (touching ? 1 : 0.2)) * step,
			top: 0.3,
			bottom: 0.7,
		},
	}));
}
