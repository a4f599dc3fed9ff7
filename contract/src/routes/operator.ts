import { z } from 'zod';
import { ends } from '../limit.ts';
import { modelName, operatorModels, servedModel } from '../operator.ts';
import { route } from '../route.ts';

const tags = ['Operator'];
const models = '/api/operator/models';
const one = {
	scope: 'operator',
	tags,
	params: z.object({ name: modelName }),
	answer: operatorModels,
} as const;

export const listModels = route({
	method: 'get',
	path: models,
	scope: 'operator',
	summary: 'The language models that can be installed on this machine, and those that are',
	tags,
	answer: operatorModels,
	says: 'Each with its size, its needs and its state, and which one decides.',
});

export const installModel = route({
	...one,
	method: 'post',
	path: `${models}/{name}/install`,
	summary: 'Download a model, or go on with a download that was stopped',
	says: 'It has begun; the list says how far it is.',
});

export const stopInstall = route({
	...one,
	method: 'post',
	path: `${models}/{name}/stop`,
	summary: 'Stop a download. What has arrived is kept',
	says: 'It has stopped.',
});

export const testModel = route({
	...one,
	method: 'post',
	path: `${models}/{name}/test`,
	summary: 'Ask an installed model about pictures and a mail whose answers are known',
	says: 'The list has how it did, and how long a picture took.',
});

export const useModel = route({
	...one,
	method: 'post',
	path: `${models}/{name}/use`,
	summary: 'Let an installed model decide from now on, or "built-in"',
	description: 'A model that was never tested is tested first. One that gives no answers is refused.',
	says: 'It decides, in every process and without a restart.',
});

export const removeModel = route({
	...one,
	method: 'delete',
	path: `${models}/{name}`,
	summary: 'Delete a model and what a download of it left',
	says: 'It is gone.',
});

export const listModelServers = route({
	method: 'get',
	path: '/api/operator/model-servers',
	scope: 'operator',
	summary: 'The model servers that run on this machine, and a model of each that sees pictures',
	tags,
	answer: z.strictObject({ items: z.array(servedModel) }),
	says: 'Those that answer now.',
});

const served = {
	method: 'post',
	scope: 'operator',
	tags,
	body: servedModel.pick({ url: true, name: true }),
	answer: operatorModels,
} as const;

export const useServedModel = route({
	...served,
	body: served.body.extend({
		key: z
			.string()
			.max(500, ends())
			.regex(/^[\x21-\x7e]*$/, 'must be a key without spaces')
			.optional()
			.describe(
				'What the server asks for as a proof. It is stored, and never shown. Without one, the known one is kept.',
			),
	}),
	path: '/api/operator/model-servers/use',
	summary: 'Let a model of a model server decide from now on, if it passes the test',
	says: 'It decides, in every process and without a restart.',
});

export const pullModel = route({
	...served,
	path: '/api/operator/model-servers/pull',
	summary: 'Let an Ollama server fetch a model, or go on with one',
	says: 'It has begun; the list says how far it is.',
});

export const stopPull = route({
	method: 'post',
	path: '/api/operator/model-servers/stop',
	scope: 'operator',
	summary: 'Stop what an Ollama server fetches. What has arrived is kept there',
	tags,
	answer: operatorModels,
	says: 'It has stopped.',
});
