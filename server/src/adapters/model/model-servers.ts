import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { commandLine } from '../../base/release.ts';
import { boundedFetch } from '../bounded-fetch.ts';

/** A model on this machine that sees pictures, and its address. */
export interface ServedModel {
	server: string;
	url: string;
	name: string;
}

export interface LocalServer {
	server: 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM';
	port: number;
}

/** The default addresses of such servers. */
const USUAL: LocalServer[] = [
	{ server: 'Ollama', port: 11434 },
	{ server: 'LM Studio', port: 1234 },
	{ server: 'llama.cpp', port: 8080 },
	{ server: 'vLLM', port: 8000 },
];

const WITHIN_MS = 2000;
/** Ollama is asked about each of its models, up to this many. */
const MAX_MODELS = 20;

/** A name that can be shown in a terminal and pasted into a shell. */
const name = z.string().regex(/^[\w.:/@+-]{1,120}$/);
const named = z.object({ id: z.string() });
/** Entries in a form we do not know are left out, so that one of them does not hide the others. */
const listOf = <T extends z.ZodType>(entry: T) =>
	z.array(z.unknown()).transform((all) =>
		all.flatMap((one) => {
			const read = entry.safeParse(one);
			return read.success ? [read.data] : [];
		}),
	);
const openAiList = z.object({ data: listOf(named) });
const ollamaModel = z.object({ capabilities: z.array(z.string()) });
const lmStudioList = z.object({ data: listOf(z.object({ id: z.string(), type: z.string() })) });
const lmStudioNewList = z.object({
	models: listOf(z.object({ key: z.string(), capabilities: z.object({ vision: z.boolean() }) })),
});
const llamaList = z.object({
	models: listOf(z.object({ model: z.string(), capabilities: z.array(z.string()) })),
});

/** vLLM does not say what its models can do, so their names decide. */
const SEES_BY_NAME = /(?:\bvl\b|vision|llava|pixtral|internvl|minicpm-v|smolvlm|moondream|molmo|gemma-3)/i;

/** The names of the models that see pictures, as each kind of server reports them. */
const SEEING: Record<LocalServer['server'], (ask: Ask) => Promise<string[]>> = {
	async Ollama(ask) {
		const { data } = await ask('/v1/models', openAiList);
		for (const { id } of data.slice(0, MAX_MODELS)) {
			const { capabilities } = await ask('/api/show', ollamaModel, { model: id });
			if (capabilities.includes('vision')) return [id];
		}
		return [];
	},
	async 'LM Studio'(ask) {
		const newer = await ask('/api/v1/models', lmStudioNewList).catch(() => null);
		if (newer) return newer.models.filter((one) => one.capabilities.vision).map(({ key }) => key);
		const { data } = await ask('/api/v0/models', lmStudioList);
		return data.filter(({ type }) => type === 'vlm').map(({ id }) => id);
	},
	async 'llama.cpp'(ask) {
		const { models } = await ask('/v1/models', llamaList);
		return models.filter(({ capabilities }) => capabilities.includes('multimodal')).map(({ model }) => model);
	},
	async vLLM(ask) {
		const { data } = await ask('/v1/models', openAiList);
		return data.map(({ id }) => id).filter((id) => SEES_BY_NAME.test(id));
	},
};

type Ask = <T extends z.ZodType>(path: string, form: T, body?: object) => Promise<z.output<T>>;

/**
 * Looks for model servers on this machine whose models see pictures, one model of each. Servers that answer in another form,
 * late or not at all are skipped. `ownPort` is ours and is not asked.
 */
export async function findModelServers(
	ownPort: number,
	servers = USUAL,
	hosts = hostsHere,
): Promise<ServedModel[]> {
	const signal = AbortSignal.timeout(WITHIN_MS);
	const others = servers.filter(({ port }) => port !== ownPort);
	const places = (await hosts(signal)).flatMap((host) => others.map((other) => ({ ...other, host })));
	const found = await Promise.all(
		places.map(async ({ server, host, port }) => {
			const origin = `http://${host}:${port}`;
			const names = await SEEING[server](askAt(origin, signal)).catch(() => []);
			const usable = names.find((one) => name.safeParse(one).success);
			return usable === undefined ? [] : [{ server, url: `${origin}/v1`, name: usable }];
		}),
	);
	return found.flat();
}

const HERE = '127.0.0.1';
/** The machine, as the program sees it from a container. */
const OUTSIDE = 'host.docker.internal';
const IN_CONTAINER = ['/.dockerenv', '/run/.containerenv'];

/** This machine; in a container also the one around it, if its name is known. Elsewhere nobody is asked for that name. */
export async function hostsHere(
	signal: AbortSignal,
	{
		isContained = () => IN_CONTAINER.some((file) => existsSync(file)),
		find = (name: string) => lookup(name),
	} = {},
): Promise<string[]> {
	if (!isContained()) return [HERE];
	const isKnown = await Promise.race([
		find(OUTSIDE).then(
			() => true,
			() => false,
		),
		once(signal, 'abort').then(() => false),
	]);
	return isKnown ? [HERE, OUTSIDE] : [HERE];
}

const askAt =
	(origin: string, signal: AbortSignal): Ask =>
	async (path, form, body) => {
		const response = await boundedFetch(`${origin}${path}`, {
			signal,
			headers: { accept: 'application/json' },
			...(body && {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		});
		if (!response.ok) throw new Error(`${path} answered with ${response.status}`);
		return form.parse(await response.json());
	};

/** How to use it, in one line. */
export const hintOf = ({ server, url, name }: ServedModel) =>
	`  ${server} here has ${name}, which sees pictures. To use it: MODEL=openai-compatible MODEL_URL=${url} MODEL_NAME=${name} ${commandLine('start')}\n\n`;
