/** The process with the language model. It answers one question at a time, and ends itself when it needs too much memory. */
import { createHash } from 'node:crypto';
import {
	AutoModelForImageTextToText,
	AutoProcessor,
	env,
	LogitsProcessor,
	LogitsProcessorList,
	RawImage,
	StoppingCriteria,
	StoppingCriteriaList,
	type Tensor,
} from '@huggingface/transformers';
import { answerAsked, giveWay } from '../../../base/processes.ts';
import { answering } from './answering.ts';
import type { Asked, Told, Unable } from './asked.ts';
import { readTexts } from './folder.ts';
import { Pen, type Writing } from './pen.ts';
import { harmless } from './special.ts';

/** A watchful camera asks about a picture several times: the features of the last pictures are kept. */
const MAX_KEPT = 4;
const WATCH_MS = 200;

env.allowRemoteModels = false;
env.useFSCache = false;
env.useBrowserCache = false;
// The other processes come first, too.
giveWay();

let mostBytes = Number.POSITIVE_INFINITY;
setInterval(() => {
	if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL');
}, WATCH_MS);

let loaded: ReturnType<typeof load> | undefined;

answerAsked<Asked>(async (asked, signal): Promise<Told | Unable> => {
	({ mostBytes } = asked);
	loaded ??= load(asked);
	const model = await loaded.catch((error: unknown) => {
		// The operator may have repaired it by the next question.
		loaded = undefined;
		return { unable: 'The model cannot be loaded.', cause: inWords(error) };
	});
	if ('unable' in model) return model;
	return answer(model, asked, signal).catch((error: unknown) => ({
		unable: 'The model stopped while it answered.',
		cause: inWords(error),
	}));
});

const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function load({ folder, dtype }: Asked) {
	const texts = await readTexts(folder);
	const [processor, model] = await Promise.all([
		AutoProcessor.from_pretrained(folder, { local_files_only: true }),
		AutoModelForImageTextToText.from_pretrained(folder, {
			local_files_only: true,
			device: 'cpu',
			dtype: dtype as never,
			session_options: { extra: { session: { intra_op: { allow_spinning: '0' } } } },
		}),
	]);
	const { tokenizer } = processor;
	if (!tokenizer) throw new Error('it has no tokenizer');
	const encode = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false });
	const letters = {
		encode,
		decode: (tokens: number[]): string => tokenizer.decode(tokens, { skip_special_tokens: false }),
		special: texts.special,
	};
	keepFeatures(model);
	return { processor, tokenizer, model, letters, texts };
}

type Loaded = Awaited<ReturnType<typeof load>>;

async function answer(
	{ processor, tokenizer, model, letters, texts }: Loaded,
	asked: Asked,
	signal: AbortSignal,
): Promise<Told> {
	const content = letters.encode(harmless(asked.content, texts.names));
	const wasCut = content.length > asked.mostTokens;
	const text = [
		harmless(asked.before, texts.names),
		letters.decode(content.slice(0, asked.mostTokens)),
		harmless(asked.after, texts.names),
	].join('\n\n');
	const pictures = await Promise.all(
		asked.pictures.map((bytes) => RawImage.fromBlob(new Blob([bytes as Uint8Array<ArrayBuffer>]))),
	);
	const parts = [...pictures.map(() => ({ type: 'image' })), { type: 'text', text }];
	const prompt = tokenizer.apply_chat_template(
		[{ role: 'user', content: parts }] as never,
		{
			tokenize: false,
			add_generation_prompt: true,
			// Models that think aloud would do so for minutes.
			enable_thinking: false,
			...(texts.chatTemplate !== null && { chat_template: texts.chatTemplate }),
		} as never,
	) as unknown as string;
	const inputs =
		pictures.length > 0
			? await processor(prompt, pictures, { do_image_splitting: false })
			: tokenizer(prompt, { add_special_tokens: false });
	features.current = pictures.length > 0 ? keyOf(asked.pictures) : null;
	const pen = new Pen(letters);
	const writer = new Writer(pen, answering(pen, asked));
	const logits = new LogitsProcessorList();
	logits.push(writer);
	const stopping = new StoppingCriteriaList();
	stopping.push(new Stop(() => writer.answer !== null || signal.aborted));
	const sequences = await model.generate({
		...inputs,
		do_sample: false,
		max_new_tokens: 2000,
		logits_processor: logits,
		stopping_criteria: stopping,
	});
	const tokensIn = Number((inputs.input_ids as Tensor).dims.at(-1));
	if (!writer.answer) throw new Error(signal.aborted ? 'nobody waits any more' : 'it did not finish');
	const tokensOut = Number((sequences as Tensor).dims.at(-1)) - tokensIn;
	return { ...writer.answer, tokensIn, tokensOut, wasCut };
}

/** Gives every place its token, as the answer is being written. */
class Writer<T> extends LogitsProcessor {
	answer: T | null = null;
	readonly #pen: Pen;
	readonly #writing: Writing<T>;

	constructor(pen: Pen, writing: Writing<T>) {
		super();
		this.#pen = pen;
		this.#writing = writing;
	}

	override _call(_ids: bigint[][], logits: Tensor): Tensor {
		const scores = logits.data as Float32Array;
		this.#pen.scores = scores;
		const next = this.#writing.next();
		if (next.done) this.answer = next.value;
		const token = next.done ? 0 : next.value;
		scores.fill(Number.NEGATIVE_INFINITY);
		scores[token] = 0;
		return logits;
	}
}

class Stop extends StoppingCriteria {
	readonly #isDone: () => boolean;

	constructor(isDone: () => boolean) {
		super();
		this.#isDone = isDone;
	}

	override _call(ids: number[][]): boolean[] {
		return ids.map(() => this.#isDone());
	}
}

/** The pictures of the question under way, and the features of earlier ones. */
const features: { current: string | null; kept: Map<string, Promise<unknown>> } = {
	current: null,
	kept: new Map(),
};

const keyOf = (pictures: Uint8Array[]) => {
	const hash = createHash('sha256');
	for (const bytes of pictures) hash.update(bytes);
	return hash.digest('base64');
};

/** Looks at pictures once: what the model sees in them is the same for the next question. */
function keepFeatures(model: { encode_image(inputs: unknown): Promise<unknown> }): void {
	const look = model.encode_image.bind(model);
	model.encode_image = (inputs) => {
		const { current, kept } = features;
		if (current === null) return look(inputs);
		const known = kept.get(current) ?? look(inputs);
		kept.set(current, known);
		const [oldest] = kept.keys();
		if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
		return known;
	};
}
