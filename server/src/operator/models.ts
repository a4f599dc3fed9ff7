import {
	BUILT_IN,
	type ModelTest,
	type OperatorModel,
	type OperatorModels,
	type ServedModel,
} from '@watchword/contract/operator';
import { type Choice, readChoice, storeChoice } from '../adapters/model/choice.ts';
import { openChoice } from '../adapters/model/chosen.ts';
import type { Listed } from '../adapters/model/local/catalogue.ts';
import type { Progress } from '../adapters/model/local/download.ts';
import { findModel } from '../adapters/model/local/folder.ts';
import {
	freeBytes,
	isInstalling,
	listBegun,
	listInstalled,
	machineBytes,
	removeModel,
	tooFull,
	tooSmall,
} from '../adapters/model/local/install.ts';
import { findModelServers } from '../adapters/model/model-servers.ts';
import { Refusal } from '../base/failures.ts';
import { commandLine } from '../base/release.ts';
import type { Log } from '../ports/log.ts';
import type { Model } from '../ports/model.ts';
import { modelFolder } from '../settings/services.ts';
import type { Settings } from '../settings.ts';
import { type MarkedNeeds, testMarked } from './marked.ts';
import { keepTest, readTest, testModel } from './self-test.ts';

export interface ModelNeeds extends MarkedNeeds {
	log: Log;
	/** The one that decides. */
	model: Model;
	/** The models that can be downloaded. */
	catalogue: readonly Listed[];
}

/** A download of this process. */
export interface Download {
	name: string;
	progress: Progress;
	bytesASecond: number;
}

/** What an Ollama server fetches. */
export interface Pull extends Download {
	state: NonNullable<OperatorModels['pull']>['state'];
	problem: string | null;
}

/** What the environment sets, which comes first; null if the operator may choose. */
const setBy = ({ model }: Settings): string | null =>
	model.kind === 'built-in' && !model.isSet ? null : `MODEL=${model.kind}`;

/** What the operator chose, or the environment if it names a local model; null for the built-in model. */
async function choiceOf({ settings, db }: ModelNeeds): Promise<Choice | null> {
	if (settings.model.kind === 'local') return { name: settings.model.name };
	return setBy(settings) === null ? readChoice(db) : null;
}

/** The local model that decides; null if none does. */
async function localThatDecides(needs: ModelNeeds): Promise<string | null> {
	const choice = await choiceOf(needs);
	return choice && !('url' in choice) ? choice.name : null;
}

/** Tests an installed model on this machine, and keeps how it did. */
export async function testInstalled(needs: ModelNeeds, name: string): Promise<ModelTest> {
	const { settings } = needs;
	await requireInstalled(settings, name);
	const isOpen = (await localThatDecides(needs)) === name;
	const model = isOpen ? needs.model : openChoice({ name }, settings, needs.log);
	const ask = async () => {
		const known = await testModel(model, timeoutOf(settings));
		return known.problem === null ? { ...known, marked: await testMarked(needs, model) } : known;
	};
	const result = await ask().finally(() => (isOpen ? undefined : model.close()));
	await keepTest(settings.dataDir, name, result);
	return result;
}

/** Opens a model only to test it. */
export async function testChoice(
	{ settings, log }: Pick<ModelNeeds, 'settings' | 'log'>,
	choice: Choice,
): Promise<ModelTest> {
	const model = openChoice(choice, settings, log);
	return testModel(model, timeoutOf(settings)).finally(() => model.close());
}

const timeoutOf = ({ runs }: Settings) => runs.modelTimeoutSeconds * 1000;

async function requireInstalled({ dataDir }: Settings, name: string): Promise<void> {
	const found = await findModel(modelFolder(dataDir, name));
	if ('missing' in found) {
		throw new Refusal(
			'not-found',
			`${name} is not installed on this machine (${found.missing}). To install it: ${commandLine('admin')} model install ${name}`,
		);
	}
}

/** Lets a model decide from now on, in every process, if it passes its test. */
export async function useModel(needs: ModelNeeds, name: string): Promise<void> {
	const { settings, db } = needs;
	refuseIfSet(settings);
	if (name === BUILT_IN) return storeChoice(db, null);
	await requireInstalled(settings, name);
	const tested = await readTest(settings.dataDir, name);
	// What failed may have been repaired.
	requirePassed(name, tested?.problem === null ? tested : await testInstalled(needs, name));
	await storeChoice(db, { name });
}

/** The model servers of this machine. */
export const listServers = ({ settings }: ModelNeeds): Promise<ServedModel[]> =>
	findModelServers(settings.http.port);

/** The same for a model of a server: one that was found on this machine, or that the operator named. */
export async function useServed(
	needs: ModelNeeds,
	{ url: typed, name, key: given }: Pick<ServedModel, 'url' | 'name'> & { key?: string | undefined },
): Promise<void> {
	refuseIfSet(needs.settings);
	const url = apiAt(typed);
	const before = await readChoice(needs.db);
	// A key goes only to the server that it was entered for.
	const known = before && 'url' in before && before.url === url ? before.key : undefined;
	const choice = { url, name, key: given || known };
	requirePassed(name, await testChoice(needs, choice));
	await storeChoice(needs.db, choice);
}

/** People type the address of a server; its API is below it. */
function apiAt(typed: string): string {
	const url = typed.replace(/\/+$/, '');
	return new URL(url).pathname === '/' ? `${url}/v1` : url;
}

function requirePassed(name: string, { problem }: ModelTest): void {
	if (problem !== null)
		throw new Refusal('unavailable', `${name} is not put to use, because it failed its test: ${problem}`);
}

function refuseIfSet(settings: Settings): void {
	const set = setBy(settings);
	if (set === null) return;
	throw new Refusal(
		'invalid-argument',
		`${set} is set in the environment, which comes first. Remove it there and restart; then this works.`,
	);
}

/** Deletes a model and what a download of it left. One that decides is refused. */
export async function removeUnused(needs: ModelNeeds, name: string): Promise<void> {
	if ((await localThatDecides(needs)) === name) {
		throw new Refusal(
			'invalid-argument',
			`${name} decides now. Choose another one first: ${commandLine('admin')} model use ${BUILT_IN}`,
		);
	}
	await removeModel(needs.settings.dataDir, name);
}

/** What this process does with models now. */
export interface UnderWay {
	download: Download | null;
	/** The model that is tested. */
	testing: string | null;
	/** Why the last download of each ended. */
	failed: ReadonlyMap<string, string>;
	/** What an Ollama server fetches for us, or why it could not. */
	pull: Pull | null;
}

const progressOf = ({ progress: { done, total }, bytesASecond }: Download) => ({
	...{ done_bytes: done, total_bytes: Math.max(total, done), bytes_a_second: bytesASecond },
});

const NOTHING: UnderWay = { download: null, testing: null, failed: new Map(), pull: null };

export async function describeModels(
	needs: ModelNeeds,
	{ download: own, testing, failed, pull }: UnderWay = NOTHING,
): Promise<OperatorModels> {
	const { settings, model, catalogue } = needs;
	const { dataDir } = settings;
	const [choice, installed, begun, free] = await Promise.all([
		choiceOf(needs),
		listInstalled(dataDir),
		listBegun(dataDir),
		freeBytes(dataDir),
	]);
	const inUse = choice && !('url' in choice) ? choice.name : null;
	const tests = new Map(
		await Promise.all(installed.map(async ({ name }) => [name, await readTest(dataDir, name)] as const)),
	);
	const isBusy = begun.length > 0 && isInstalling(dataDir);

	const stateOf = (
		name: string,
		whole: number | null,
	): Pick<OperatorModel, 'state' | 'problem' | 'progress'> => {
		const there = installed.find((one) => one.name === name)?.found;
		if (there && 'dtype' in there)
			return {
				state: name === testing ? 'testing' : name === inUse ? 'decides' : 'installed',
				problem: null,
				progress: null,
			};
		const part = begun.find((one) => one.name === name);
		const done = own?.name === name ? own.progress.done : (part?.bytes ?? 0);
		const total = Math.max(own?.name === name ? own.progress.total : (whole ?? 0), done);
		const progress = { done_bytes: done, total_bytes: total, bytes_a_second: null };
		if (own?.name === name)
			return {
				state: 'downloading',
				problem: null,
				progress: { ...progress, bytes_a_second: own.bytesASecond },
			};
		// Only one download runs at a time, so if it is not ours, it is the one of another process.
		if (part && isBusy && own === null) return { state: 'downloading', problem: null, progress };
		const problem = failed.get(name) ?? (there ? `It is not whole: ${there.missing}.` : null);
		if (part) return { state: 'stopped', problem, progress };
		return { state: there ? 'damaged' : 'absent', problem, progress: null };
	};

	const listed = catalogue.map((one): OperatorModel => {
		const { name, bytes, memoryBytes } = one;
		const state = stateOf(name, bytes);
		const missing = bytes - (state.progress?.done_bytes ?? 0);
		const isAway = ['absent', 'stopped', 'damaged'].includes(state.state);
		return {
			...{ name, title: one.title, licence: one.licence, good_for: one.goodFor, bytes },
			...{ memory_bytes: memoryBytes, seconds_a_picture: one.secondsAPicture },
			...state,
			test: tests.get(name) ?? null,
			problem: state.problem ?? (isAway ? (tooSmall(one) ?? tooFull(missing, free)) : null),
		};
	});
	const others = installed.filter(({ name }) => catalogue.every((one) => one.name !== name));
	const brought = others.map(
		({ name, found }): OperatorModel => ({
			...{ name, title: name, licence: null, good_for: 'a model of your own', seconds_a_picture: null },
			bytes: 'missing' in found ? null : found.bytes,
			memory_bytes: 'missing' in found ? null : found.memoryBytes,
			...stateOf(name, null),
			test: tests.get(name) ?? null,
		}),
	);
	return {
		decides: inUse ?? (choice || setBy(settings) ? model.describe : 'the built-in model'),
		is_set: setBy(settings),
		hub: settings.modelHub.url,
		disk_free_bytes: free,
		memory_bytes: machineBytes(),
		items: [...listed, ...brought],
		pull: pull && { name: pull.name, state: pull.state, progress: progressOf(pull), problem: pull.problem },
	};
}
