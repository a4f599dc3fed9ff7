import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, type LanguageModelV4, type LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ResultField } from '@watchword/contract/field';
import { answerWith } from '@watchword/contract/verdict';
import { z } from 'zod';
import { ModelFailure } from '../../base/failures.ts';
import type { Model, Question, Reply } from '../../ports/model.ts';
import type { Settings } from '../../settings.ts';
import { boundedFetch } from '../bounded-fetch.ts';
import { toFailure } from './failures.ts';
import { restingAsk } from './resting.ts';
import { shownPicture, zonesShown } from './shown-pictures.ts';

export type LanguageModelSettings = Extract<Settings['model'], { url: string }>;

type Schema = Extract<Format, { type: 'json' }>['schema'];

/** Kept, because consecutive runs of an automation have the same fields. */
const schemas = new Map<string, Schema>();
const MAX_SCHEMAS = 100;

/** The schema of an answer without the lengths: strict modes do not support them, so the caller checks them. */
function schemaOf(fields: readonly ResultField[]): Schema {
	const key = JSON.stringify(fields);
	const known = schemas.get(key);
	if (known) return known;
	const schema = z.toJSONSchema(answerWith(fields), {
		override: ({ jsonSchema: node }) => {
			delete node.minLength;
			delete node.maxLength;
			delete node.$schema;
		},
	}) as Schema;
	if (schemas.size >= MAX_SCHEMAS) schemas.clear();
	schemas.set(key, schema);
	return schema;
}
type Format = NonNullable<Parameters<LanguageModelV4['doGenerate']>[0]['responseFormat']>;

type Repair = Parameters<Model['ask']>[1];

/** A model with an OpenAI-compatible API or Anthropic's. It is asked once: the caller retries. */
export function languageModel(settings: LanguageModelSettings): Model {
	const { kind, url, name, timeoutSeconds } = settings;
	const model = open(settings);
	/** True once the server has refused a schema. From then on the instructions contain it. */
	let schemaInWords = false;

	const say = async (prompt: LanguageModelV4Prompt, abortSignal: AbortSignal, responseFormat?: Format) => {
		const said = await model.doGenerate({
			prompt,
			abortSignal,
			// Anthropic's API requires a limit; the others have a default, and differ in the option's name.
			...(kind === 'anthropic' && { maxOutputTokens: 8192 }),
			...(responseFormat && { responseFormat }),
		});
		refuseErrors(said);
		const texts = said.content.map((part) => (part.type === 'text' ? part.text : ''));
		return { text: onlyJson(said.structuredOutputText ?? texts.join('')), usage: said.usage };
	};

	const generate = async (question: Question, repair: Repair, abortSignal: AbortSignal): Promise<Reply> => {
		const schema = schemaOf(question.parts.fields ?? []);
		const responseFormat = { type: 'json', name: 'answer', schema } as const;
		const content = schemaInWords ? question.instructions + inWords(schema) : question.instructions;
		try {
			const { text, usage } = await say(
				[
					{ role: 'system', content },
					...(await toMessages(question, repair, settings.imagePixels, abortSignal)),
				],
				abortSignal,
				schemaInWords ? undefined : responseFormat,
			);
			return {
				text,
				model: name,
				tokensIn: countOf(usage.inputTokens.total),
				tokensOut: countOf(usage.outputTokens.total),
				zones: question.images.slice(0, 1).flatMap((image) => zonesShown(question.parts, image)),
			};
		} catch (error) {
			if (schemaInWords || !refusesSchema(error)) throw error;
			schemaInWords = true;
			return generate(question, repair, abortSignal);
		}
	};

	return {
		describe: `${name} at ${new URL(url).host}`,
		builtIn: false,
		ask: restingAsk(async (question: Question, repair: Repair, signal: AbortSignal) => {
			try {
				return await generate(question, repair, signal);
			} catch (error) {
				throw toFailure(error, signal, timeoutSeconds);
			}
		}),
		async writeJson(instructions, text, signal) {
			try {
				const prompt: LanguageModelV4Prompt = [
					{ role: 'system', content: instructions },
					{ role: 'user', content: [{ type: 'text', text }] },
				];
				return (await say(prompt, signal)).text;
			} catch (error) {
				throw toFailure(error, signal, timeoutSeconds);
			}
		},
		close: async () => {},
	};
}

function open({ kind, url, name, apiKey }: LanguageModelSettings): LanguageModelV4 {
	if (kind === 'anthropic') return createAnthropic({ baseURL: url, apiKey, fetch: boundedFetch })(name);
	return createOpenAICompatible({
		name: 'model',
		baseURL: url,
		...(apiKey && { apiKey }),
		fetch: boundedFetch,
		supportsStructuredOutputs: true,
	})(name);
}

const inWords = (schema: Schema) =>
	`\n\nAnswer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}`;

async function toMessages(
	{ text, images, parts }: Question,
	repair: Repair,
	pixels: number,
	signal: AbortSignal,
): Promise<LanguageModelV4Prompt> {
	const content: Extract<LanguageModelV4Prompt[number], { role: 'user' }>['content'] = [
		{ type: 'text', text },
	];
	// One after the other: a mail may contain many pictures, and a decoded picture needs much memory.
	for (const image of images) {
		const data = await shownPicture(image, parts, pixels, signal);
		content.push(
			data
				? { type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data } }
				: { type: 'text', text: 'One picture that came with this could not be read.' },
		);
	}
	if (!repair) return [{ role: 'user', content }];
	// An API may refuse an empty message.
	const earlier = repair.answer.trim().slice(0, 20_000) || '(nothing)';
	const problem = `That answer cannot be used: ${repair.problem}\nAnswer the same again, in the form that was asked for.`;
	return [
		{ role: 'user', content },
		{ role: 'assistant', content: [{ type: 'text', text: earlier }] },
		{ role: 'user', content: [{ type: 'text', text: problem }] },
	];
}

function refusesSchema(error: unknown): boolean {
	if (!APICallError.isInstance(error) || (error.statusCode !== 400 && error.statusCode !== 422)) return false;
	return /response_format|json_schema|structured output|output_config/i.test(error.responseBody ?? '');
}

/** Some servers answer errors with status 200, even together with a partial answer. */
function refuseErrors({ finishReason, response }: Awaited<ReturnType<LanguageModelV4['doGenerate']>>): void {
	const { error } = Object(response?.body) as { error?: unknown };
	if (saysSomething(error) || finishReason.raw === 'error') {
		const cause = new Error('an error with status 200');
		throw new ModelFailure('The model is out of order or overloaded.', true, { cause });
	}
	if (finishReason.unified === 'content-filter') {
		const cause = new Error('content filter');
		throw new ModelFailure('The model refused the question.', false, { cause });
	}
}

/** Some servers send an empty error field with every answer. */
const saysSomething = (error: unknown) =>
	typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);

const MAX_TOKENS = 2 ** 31 - 1;

/** Some servers report token counts that are not numbers, or too large to store. */
const countOf = (tokens: number | undefined) =>
	Number.isInteger(tokens) && Number(tokens) >= 0 && Number(tokens) <= MAX_TOKENS ? Number(tokens) : null;

/** The JSON in an answer: small models often wrap it in a code fence or a sentence. */
function onlyJson(text: string): string {
	const inner = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
	return isJson(text) || !isJson(inner) ? text : inner;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
