import type { OperatorModels, ServedModel } from '@watchword/contract/operator';
import type { Listed } from '../adapters/model/local/catalogue.ts';
import { installFromHub } from '../adapters/model/local/install.ts';
import { pullModel } from '../adapters/model/ollama.ts';
import { Refusal } from '../base/failures.ts';
import type { Log } from '../ports/log.ts';
import {
	type Download,
	describeModels,
	listServers,
	type ModelNeeds,
	type Pull,
	removeUnused,
	testInstalled,
	useModel,
	useServed,
} from './models.ts';

type Served = Pick<ServedModel, 'url' | 'name'>;

/** The models of this machine, as the operator's page handles them: a download goes on while nobody looks. */
export interface ModelShelf {
	describe(): Promise<OperatorModels>;
	/** Begins a download, or goes on with one. */
	install(name: string): Promise<void>;
	/** Stops a download. What has arrived is kept. */
	stop(name: string): Promise<void>;
	/** Asks it about what is known, and keeps how it did. */
	test(name: string): Promise<void>;
	use(name: string): Promise<void>;
	listServers(): Promise<ServedModel[]>;
	useServed(served: Served & { key?: string | undefined }): Promise<void>;
	/** Lets an Ollama server fetch a model, or go on with one. */
	pull(served: Served): void;
	stopPull(): Promise<void>;
	remove(name: string): Promise<void>;
	close(): Promise<void>;
}

interface Running extends Download {
	stop: AbortController;
	ended: Promise<void>;
}

export function openShelf(needs: ModelNeeds & { log: Log }): ModelShelf {
	const { settings, log, catalogue } = needs;
	const failed = new Map<string, string>();
	let download: Running | null = null;
	let pull: (Running & Pull) | null = null;
	let testing: string | null = null;

	const begin = (listed: Listed): Running => {
		const stop = new AbortController();
		const { name } = listed;
		const hub = { ...settings.modelHub, signal: stop.signal };
		const ended = installFromHub(
			settings.dataDir,
			listed,
			hub,
			withSpeed((now) => Object.assign(underWay, now)),
		)
			.then(
				() => {
					log.info({ model: name }, 'model installed');
					// Whoever waits for the end of the download need not wait for the test.
					test(name).catch((err: unknown) => log.warn({ err, model: name }, 'model not tested'));
				},
				(error: unknown) => {
					if (stop.signal.aborted) return;
					log.warn({ err: error, model: name }, 'model not installed');
					failed.set(name, error instanceof Refusal ? error.message : 'The download failed: see the log.');
				},
			)
			.finally(() => {
				download = null;
			});
		const underWay = { name, progress: { done: 0, total: listed.bytes }, bytesASecond: 0, stop, ended };
		return underWay;
	};

	const beginPull = (served: Served) => {
		const stop = new AbortController();
		const report = withSpeed((now) => Object.assign(underWay, now));
		const ended = pullModel(served, stop.signal, report).then(
			() => {
				log.info({ model: served.name }, 'model fetched by Ollama');
				underWay.state = 'there';
			},
			(error: unknown) => {
				if (stop.signal.aborted) return;
				log.warn({ err: error, model: served.name }, 'model not fetched by Ollama');
				const problem = error instanceof Refusal ? error.message : 'It failed: see the log.';
				Object.assign(underWay, { state: 'failed', problem });
			},
		);
		const underWay: Running & Pull = {
			...{ name: served.name, progress: { done: 0, total: 0 }, bytesASecond: 0 },
			...{ stop, ended, state: 'downloading', problem: null },
		};
		return underWay;
	};

	/** One at a time: each takes all of a processor and the memory of a model. */
	const test = async (name: string) => {
		if (testing !== null) throw new Refusal('conflict', `${testing} is being tested. Try again in a minute.`);
		testing = name;
		await testInstalled(needs, name).finally(() => {
			testing = null;
		});
	};

	const end = async () => {
		download?.stop.abort();
		await download?.ended;
	};
	const endPull = async () => {
		pull?.stop.abort();
		await pull?.ended;
		pull = null;
	};

	return {
		describe: () => describeModels(needs, { download, testing, failed, pull }),
		async install(name) {
			const listed = catalogue.find((one) => one.name === name);
			if (!listed) throw new Refusal('not-found', `There is no model ${name} to download.`);
			if (download?.name === name) return;
			if (download)
				throw new Refusal('conflict', `${download.name} is being downloaded. Wait, or stop it first.`);
			failed.delete(name);
			download = begin(listed);
		},
		async stop(name) {
			if (download?.name === name) await end();
		},
		test,
		use: (name) => useModel(needs, name),
		listServers: () => listServers(needs),
		useServed: (served) => useServed(needs, served),
		async remove(name) {
			if (download?.name === name) await end();
			failed.delete(name);
			await removeUnused(needs, name);
		},
		pull(served) {
			if (pull?.state === 'downloading')
				throw new Refusal('conflict', `${pull.name} is being fetched. Wait, or stop it first.`);
			pull = beginPull(served);
		},
		stopPull: endPull,
		async close() {
			await Promise.all([end(), endPull()]);
		},
	};
}

/** How far a download is, and the speed since it began here. */
function withSpeed(report: (now: Pick<Download, 'progress' | 'bytesASecond'>) => void) {
	const began = { at: performance.now(), done: -1 };
	return (progress: Download['progress']) => {
		if (began.done < 0) began.done = progress.done;
		const seconds = (performance.now() - began.at) / 1000;
		report({ progress, bytesASecond: (progress.done - began.done) / seconds });
	};
}
