import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The networks of a model that sees and writes. */
const NETWORKS = ['embed_tokens', 'vision_encoder', 'decoder_model_merged'];
/**
 * How weights may be stored, best first, and how their files end. Those in 16 bits are left out, because no processor runs
 * them in Node.js (transformers.js 1698).
 */
const STORED = [
	['q4', '_q4'],
	['q8', '_quantized'],
	['int8', '_int8'],
	['uint8', '_uint8'],
	['fp32', ''],
] as const;
const TEXTS = ['config.json', 'preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** Loaded weights take more room than their files: they are laid out anew, and a picture and a long mail need some. */
const GROWTH = 1.5;
const ALSO_BYTES = 300 * 1024 * 1024;

/** The model in a folder, or what is missing there, in words that follow "is not installed". */
export type Found = Whole | { missing: string };
interface Whole {
	dtype: Record<string, string>;
	/** The files of its networks that are used, in `onnx/`. */
	networks: string[];
	bytes: number;
	memoryBytes: number;
}

export async function findModel(folder: string): Promise<Found> {
	const files = await readdir(folder).catch(() => null);
	if (!files) return { missing: 'there is no such folder' };
	const lost: string | undefined = TEXTS.find((name) => !files.includes(name));
	if (lost) return { missing: `${lost} is missing` };
	const networks: string[] = await readdir(join(folder, 'onnx')).catch(() => []);
	const dtype: Record<string, string> = {};
	const used: string[] = [];
	for (const name of NETWORKS) {
		const [stored, ending] = STORED.find(([, end]) => networks.includes(`${name}${end}.onnx`)) ?? [];
		if (stored === undefined) return { missing: `onnx/${name}_q4.onnx is missing` };
		dtype[name] = stored;
		const file = `${name}${ending}.onnx`;
		const parts = networks.filter((one) => one === file || one.startsWith(`${file}_data`));
		used.push(...parts);
	}
	let bytes = 0;
	for (const file of used) bytes += (await stat(join(folder, 'onnx', file))).size;
	return { dtype, networks: used, bytes, memoryBytes: Math.round(bytes * GROWTH) + ALSO_BYTES };
}

const tokenizer = z.object({
	added_tokens: z
		.array(z.object({ id: z.number(), content: z.string(), special: z.boolean().optional() }))
		.default([]),
});

/** What the texts of a model say about its tokens, and how a conversation is written for it. */
export async function readTexts(folder: string) {
	const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => null);
	const { added_tokens } = tokenizer.parse(JSON.parse((await read('tokenizer.json')) ?? '{}'));
	// Some tokenizers also list spaces and common words here, which are text.
	const own = added_tokens.filter(({ content, special }) => special || /^<.*>$/.test(content));
	const jinja = await read('chat_template.jinja');
	const wrapped = z
		.object({ chat_template: z.string() })
		.safeParse(JSON.parse((await read('chat_template.json')) ?? '{}'));
	return {
		special: new Set(own.map(({ id }) => id)),
		names: own.map(({ content }) => content).filter((name) => name.length > 1),
		/** Null if the tokenizer has it. */
		chatTemplate: jinja ?? (wrapped.success ? wrapped.data.chat_template : null),
	};
}
