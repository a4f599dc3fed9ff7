import { ModelFailure } from '../../base/failures.ts';
import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { Model } from '../../ports/model.ts';
import { modelFolder } from '../../settings/services.ts';
import type { Settings } from '../../settings.ts';
import { liveSetting } from '../live-setting.ts';
import { type Choice, choiceIn } from './choice.ts';
import { languageModel } from './language-model.ts';
import { localModel } from './local/model.ts';

/** The model that the operator chose in the database, or the built-in one. */
export async function chosenModel(
	{ db, log, builtIn }: { db: Db; log: Log; builtIn: Model },
	settings: Pick<Settings, 'dataDir' | 'model'>,
	open = openChoice,
): Promise<Model> {
	const { now, use, close } = await liveSetting<Model>(
		{ db, log, name: 'model' },
		(stored) => (stored === null ? builtIn : open(choiceIn(stored), settings, log)),
		async (model) => {
			if (model !== builtIn) await model.close();
		},
	);
	return {
		get describe() {
			return now().describe;
		},
		get builtIn() {
			return now().builtIn;
		},
		get local() {
			return now().local;
		},
		get square() {
			return now().square;
		},
		readPrompt: (...prompt) => builtIn.readPrompt?.(...prompt) ?? Promise.resolve(null),
		warmUp: async () => now().warmUp?.(),
		get teaching() {
			return now().teaching;
		},
		get writeJson() {
			if (!now().writeJson) return undefined;
			return (...written: Parameters<NonNullable<Model['writeJson']>>) =>
				use((model) => {
					if (!model.writeJson)
						throw new ModelFailure('Another model was just chosen, which does not write.', true);
					return model.writeJson(...written);
				});
		},
		ask: (...question) => use((model) => model.ask(...question)),
		async close() {
			await close();
			await builtIn.close();
		},
	};
}

/** A model that the operator may choose. */
export function openChoice(
	choice: Choice,
	{ dataDir, model: { timeoutSeconds, imagePixels } }: Pick<Settings, 'dataDir' | 'model'>,
	log: Log,
): Model {
	if ('url' in choice) {
		const { url, name, key: apiKey = null } = choice;
		return languageModel({ kind: 'openai-compatible', url, name, apiKey, timeoutSeconds, imagePixels });
	}
	return localModel(log, { folder: modelFolder(dataDir, choice.name), timeoutSeconds, imagePixels });
}
