import type { Log, Model } from '../../ports.ts';
import type { Settings } from '../../settings.ts';
export async function openModel(_settings: Settings, _log: Log): Promise<Model> {
	throw new Error('stub');
}
