/** `npm run judge`: how often the configured model is right about pictures whose answers are known. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openModel } from '../../server/src/adapters/model/choose.ts';
import { createLog } from '../../server/src/base/log.ts';
import { BadSettings } from '../../server/src/settings/environment.ts';
import { readSettings } from '../../server/src/settings.ts';
import { type Judged, judgePhrases, judgeQuestion } from './ask.ts';
import { BadQuestions, type JudgeQuestion, readPhrases, readQuestions } from './questions.ts';
import { type Grade, groupBy, table } from './score.ts';
import { judgeTaught, MATTERS, type TaughtResult } from './taught.ts';

const HELP = `npm run judge -- --pictures FOLDER [--phrases FILE] [--json FILE] [--at-once N]
       npm run judge -- --taught N [--examples N]

Asks the configured model (MODEL, MODEL_URL, MODEL_NAME and so on, as for the server) about pictures whose answers are known.

  --pictures FOLDER  pictures with a questions.json: a list of {"picture": "yard.jpg", "prompt": "a dog", "truth": "met"}.
                     Optional: "about" (the kind of object), "hard" (a list of difficulties), "kind" ("knowable", or
                     "beyond" where kinds, numbers and places of objects do not answer it), "accept" (verdicts not wrong).
  --phrases FILE     prompts with scenes instead of pictures, for the built-in model
  --taught N         draws N pictures of each side of five matters (a gate open or closed, a bin out or in, ...), at any hour
                     and weather, and lets the built-in model judge them after a few examples
  --examples N       examples of each side (5)
  --json FILE        writes every answer there
  --at-once N        questions asked at the same time (1)

right: an accepted verdict. confidently wrong: "met" or "not met", and not accepted. cannot tell: any other.
score = 100 x (right - 2 x wrong) / all`;

class BadUse extends Error {}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			pictures: { type: 'string' },
			phrases: { type: 'string' },
			taught: { type: 'string' },
			examples: { type: 'string', default: '5' },
			json: { type: 'string' },
			'at-once': { type: 'string', default: '1' },
			help: { type: 'boolean' },
		},
	});
	const { pictures, phrases, json, help } = values;
	const atOnce = Number(values['at-once']);
	if (help) return console.log(HELP);
	const [taught, examples] = [Number(values.taught ?? 0), Number(values.examples)];
	if (!pictures && !phrases && !values.taught) throw new BadUse(`Name the pictures to judge by.\n\n${HELP}`);
	if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > 64) throw new BadUse('--at-once must be 1 to 64.');
	if (values.taught && !(taught > examples && examples >= 3 && taught <= 200))
		throw new BadUse('--taught must be more than --examples and at most 200, and --examples at least 3.');
	const settings = readSettings();
	if (phrases && settings.model.kind !== 'built-in') {
		throw new BadUse('--phrases has no pictures, so it is for the built-in model alone.');
	}
	if (pictures) {
		const questions = await readQuestions(pictures);
		const { model, judged } = await judgeAll(settings, pictures, questions, atOnce);
		report(model, judged);
		if (json) await writeFile(json, JSON.stringify(judged, null, '\t'));
	}
	if (taught > 0) await reportTaught(taught, examples);
	if (phrases) {
		const judged = judgePhrases(await readPhrases(phrases));
		console.log(
			`\nPhrases\n${table([['all', judged.map(({ grade }) => grade)], ...groupBy(judged, ({ kind }) => [kind])])}`,
		);
		for (const { grade, phrase, scene, verdict, accept } of judged) {
			if (grade === 'wrong')
				console.log(`wrong: “${phrase}” with ${scene}: ${verdict}, not ${accept.join(' or ')}`);
		}
	}
}

/** The built-in model after a few examples, on pictures it has not seen. */
async function reportTaught(count: number, examples: number): Promise<void> {
	const judged: TaughtResult[] = [];
	for (const matter of MATTERS) {
		judged.push(
			await judgeTaught(createLog('warn'), matter, { count, examples, choices: 10, seed: 'judge' }),
		);
	}
	console.log(
		`\nTaught by ${examples} examples of each side, on ${count} pictures of each, with 10 choices\n`,
	);
	const grades = judged.map(({ name, grades }): [string, Grade[]] => [name, grades]);
	console.log(table([['all', judged.flatMap(({ grades }) => grades)], ...grades]));
	const [right, of] = [sum(judged.map((one) => one.tested.right)), sum(judged.map((one) => one.tested.of))];
	const ms = judged.flatMap((one) => one.ms).sort((a, b) => a - b);
	const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
	console.log(
		`\nThe examples among themselves: right on ${right} of ${of}. Comparing one picture and testing the examples: ` +
			`median ${(ms[ms.length >> 1] ?? 0).toFixed(1)} ms. Memory of the process ${memory} MB.`,
	);
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

async function judgeAll(
	settings: ReturnType<typeof readSettings>,
	folder: string,
	questions: JudgeQuestion[],
	atOnce: number,
): Promise<{ model: string; judged: Judged[] }> {
	const model = await openModel(settings, createLog('warn'));
	const judged: Judged[] = [];
	const waiting = [...questions.entries()];
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const [index, question] = next;
			judged[index] = await judgeQuestion(model, folder, question, settings.runs.modelTimeoutSeconds * 1000);
			if (process.stderr.isTTY)
				process.stderr.write(`\r${questions.length - waiting.length} of ${questions.length} `);
		}
	};
	try {
		await Promise.all(Array.from({ length: atOnce }, work));
	} finally {
		await model.close();
	}
	return { model: model.describe, judged };
}

function report(model: string, judged: Judged[]): void {
	const of = (kind: Judged['kind']) => judged.filter((one) => one.kind === kind);
	const grades = (some: Judged[]) => some.map(({ grade }) => grade);
	const pictures = new Set(judged.map(({ picture }) => picture)).size;
	console.log(`Model: ${model}\n${judged.length} questions about ${pictures} pictures\n`);
	console.log(
		table([
			['all', grades(judged)],
			['knowable', grades(of('knowable'))],
			['beyond', grades(of('beyond'))],
		]),
	);
	for (const kind of ['knowable', 'beyond'] as const) {
		if (of(kind).length === 0) continue;
		console.log(`\n${kind}, by difficulty`);
		console.log(table(groupBy(of(kind), ({ hard }) => (hard.length > 0 ? hard : ['none']))));
		console.log(`\n${kind}, by kind of object`);
		console.log(table(groupBy(of(kind), ({ about }) => [about])));
	}
	const failed = judged.filter(({ verdict }) => verdict === null);
	if (failed.length > 0)
		console.log(`\nNo answer to ${failed.length}, counted as cannot tell: ${failed[0]?.evidence}`);
	const [first, ...later] = judged;
	const times = later.map(({ ms }) => ms).sort((a, b) => a - b);
	const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? first?.ms ?? 0);
	const memory = Math.round(Math.max(...judged.map(({ memoryMb }) => memoryMb)));
	console.log(
		`\nTime for a picture: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, the first ${Math.round(first?.ms ?? 0)} ms. ` +
			`Memory of the process at most ${memory} MB.`,
	);
}

main().catch((error: unknown) => {
	const known =
		error instanceof BadUse ||
		error instanceof BadQuestions ||
		error instanceof BadSettings ||
		(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
	console.error(known ? (error as Error).message : error);
	process.exitCode = 1;
});
