import type { Db } from '../../ports/database.ts';
import type { Log } from '../../ports/log.ts';
import type { Model } from '../../ports/model.ts';
import type { Settings } from '../../settings.ts';

interface Models {
	model: Model;
	/** The built-in model next to another one, for automations with a first look; it loads with its first picture. */
	firstLook: Model | null;
}

/** Opens the models of an installation. Without MODEL, the operator's choice in the database decides. */
export async function openModels(
	settings: Pick<Settings, 'model' | 'dataDir'>,
	log: Log,
	db: Db,
): Promise<Models> {
	const { model } = settings;
	if (model.kind === 'built-in' && model.isSet)
		return { model: await openModel(settings, log), firstLook: null };
	const { builtInModel } = await import('./built-in/model.ts');
	const builtIn = builtInModel(log);
	if (model.kind !== 'built-in') return { model: await openModel(settings, log), firstLook: builtIn };
	const { chosenModel } = await import('./chosen.ts');
	return { model: await chosenModel({ db, log, builtIn }, settings), firstLook: builtIn };
}

/** Opens the model of the settings. Each one is loaded only if it is used. */
export async function openModel({ model }: Pick<Settings, 'model'>, log: Log): Promise<Model> {
	if (model.kind === 'built-in') {
		const { builtInModel } = await import('./built-in/model.ts');
		return builtInModel(log);
	}
	if (model.kind === 'local') {
		const { localModel } = await import('./local/model.ts');
		return localModel(log, model);
	}
	const { languageModel } = await import('./language-model.ts');
	return languageModel(model);
}
