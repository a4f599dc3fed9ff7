import {
	BUILT_IN,
	type ModelTest,
	type OperatorModel,
	type OperatorModels,
} from '@watchword/contract/operator';
import { CATALOGUE } from '../adapters/model/local/catalogue.ts';
import { gigabytes, installFrom, installFromHub } from '../adapters/model/local/install.ts';
import { Refusal } from '../base/failures.ts';
import { createLog } from '../base/log.ts';
import { commandLine } from '../base/release.ts';
import { describeModels, removeUnused, testChoice, useModel } from '../operator/models.ts';
import { keepTest, testInWords } from '../operator/self-test.ts';
import { isModelName } from '../settings/services.ts';
import type { Settings } from '../settings.ts';
import { BadUsage, type Command, linesOf, type Print } from './command.ts';

const word = { name: 'name', about: 'the name of a model, as "model list" shows it' };
/** How often a download says how far it is. */
const SAY_MS = 5000;

/** Language models in the data folder. */
export const modelCommands: Record<string, Command> = {
	'model list': {
		about: 'Shows the models that can be installed, those that are, and which one decides.',
		options: {},
		async run({ database, ...services }, _given, print) {
			const models = await describeModels({ ...services, db: database.db });
			for (const line of tableOf(models)) print(line);
		},
	},
	'model install': {
		about: 'Downloads a model into the data folder, or copies it there. Started again, a download goes on.',
		options: {
			from: { value: 'FOLDER', required: false, about: 'a folder that has the model already' },
		},
		word,
		here: true,
		async run({ settings }, given, print) {
			const name = nameIn(given);
			if (given.from) await installFrom(settings.dataDir, name, given.from);
			else await download(settings, name, print);
			print(`${name} is installed. It is asked about two pictures and a mail ...`);
			print(testInWords(await testHere(settings, name)));
			print(`To let it decide: ${commandLine('admin')} model use ${name}`);
		},
	},
	'model use': {
		about: 'Lets an installed model decide from now on, or "built-in". No restart is needed.',
		options: {},
		word,
		async run({ database, ...services }, given, print) {
			const name = nameIn(given);
			await useModel({ ...services, db: database.db }, name);
			if (name === BUILT_IN) {
				print('The built-in model decides from now on, in every process.');
				return;
			}
			print(`${name} decides from now on, in every process. To try it: ${commandLine('admin')} model test`);
			print(`To take it back: ${commandLine('admin')} model use ${BUILT_IN}`);
		},
	},
	'model remove': {
		about: 'Deletes an installed model, and what an interrupted download left.',
		options: {},
		word,
		async run({ database, ...services }, given, print) {
			const name = nameIn(given);
			await removeUnused({ ...services, db: database.db }, name);
			print(`${name} is removed.`);
		},
	},
};

function nameIn({ name = '' }: Record<string, string | undefined>): string {
	if (!isModelName(name)) throw new BadUsage('The name of a model has letters, digits, dots and hyphens.');
	return name;
}

/** In this process: the one that decides is not asked. */
async function testHere(settings: Settings, name: string): Promise<ModelTest> {
	const result = await testChoice({ settings, log: createLog('error') }, { name });
	await keepTest(settings.dataDir, name, result);
	return result;
}

const STATES: Record<OperatorModel['state'], string> = {
	absent: '',
	downloading: 'downloading',
	stopped: 'begun',
	damaged: 'not whole',
	testing: 'tested now',
	installed: 'installed',
	decides: 'decides',
};

/** Measured here, or what is expected. */
const secondsOf = ({ test, seconds_a_picture }: OperatorModel) => {
	if (test && test.problem === null) return `${test.seconds_a_picture} s here`;
	return seconds_a_picture === null ? '' : `${seconds_a_picture} s`;
};

function tableOf({ decides, is_set, items }: OperatorModels): string[] {
	const listed = items.map((one) => [
		one.name,
		one.bytes === null ? '' : gigabytes(one.bytes),
		one.memory_bytes === null ? '' : gigabytes(one.memory_bytes),
		secondsOf(one),
		one.licence ?? '',
		STATES[one.state],
		one.problem ?? one.good_for,
	]);
	const rows = [['name', 'size', 'memory', 'a picture', 'licence', '', 'good for'], ...listed];
	return [
		`Decides: ${decides}${is_set ? `, as ${is_set} is set in the environment` : ''}.`,
		...linesOf(rows),
		'Sizes, memory and times of one processor core are estimates. What is not installed is downloaded by "model install" only.',
	];
}

async function download(settings: Settings, name: string, print: Print): Promise<void> {
	const listed = CATALOGUE.find((one) => one.name === name);
	if (!listed) {
		const names = CATALOGUE.map((one) => one.name).join(', ');
		throw new Refusal(
			'not-found',
			`There is no model ${name} to download, only ${names}. A folder goes with --from.`,
		);
	}
	print(
		`Downloading ${listed.title} (${gigabytes(listed.bytes)}, ${listed.licence}) from ${settings.modelHub.url} ...`,
	);
	const began = { at: performance.now(), done: -1 };
	let said = performance.now();
	await installFromHub(settings.dataDir, listed, { ...settings.modelHub, note: print }, ({ done, total }) => {
		if (began.done < 0) began.done = done;
		const now = performance.now();
		if (now - said < SAY_MS && done < total) return;
		said = now;
		print(howFar({ done, total }, (done - began.done) / ((now - began.at) / 1000)));
	});
}

export function howFar({ done, total }: { done: number; total: number }, bytesASecond: number): string {
	const mb = (bytes: number) => (bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0);
	const share = `${mb(done)} of ${mb(total)} MB (${Math.floor((done / Math.max(total, 1)) * 100)} %)`;
	if (done >= total || bytesASecond <= 0) return share;
	const left = Math.ceil((total - done) / bytesASecond);
	const time =
		left < 90 ? `${left} s` : left < 5400 ? `${Math.round(left / 60)} min` : `${(left / 3600).toFixed(1)} h`;
	return `${share}, ${mb(bytesASecond)} MB a second, ${time} left`;
}
