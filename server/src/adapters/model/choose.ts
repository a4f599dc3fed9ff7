import type { Log, Model } from '../../ports.ts';
import type { Settings } from '../../settings.ts';

/** Opens the model the settings name. Each is loaded only where it is used. */
export async function openModel({ model }: Pick<Settings, 'model'>, log: Log): Promise<Model> {
	if (model.kind === 'built-in') {
		const { builtInModel } = await import('./built-in/model.ts');
		return builtInModel(log);
	}
	const { languageModel } = await import('./language-model.ts');
	return languageModel(model);
}
