import type { Log, Model } from '../../ports.ts';
import type { Settings } from '../../settings.ts';

/** The built-in model next to a language model, for automations with a first look; it loads with its first picture. */
export async function openFirstLook({ model }: Pick<Settings, 'model'>, log: Log): Promise<Model | null> {
	if (model.kind === 'built-in') return null;
	const { builtInModel } = await import('./built-in/model.ts');
	return builtInModel(log);
}

/** Opens the model of the settings. Each one is loaded only if it is used. */
export async function openModel({ model }: Pick<Settings, 'model'>, log: Log): Promise<Model> {
	if (model.kind === 'built-in') {
		const { builtInModel } = await import('./built-in/model.ts');
		return builtInModel(log);
	}
	const { languageModel } = await import('./language-model.ts');
	return languageModel(model);
}
