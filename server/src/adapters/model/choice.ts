import { z } from 'zod';
import type { Db } from '../../ports/database.ts';
import { isModelName } from '../../settings/services.ts';
import { readOperatorSetting, storeOperatorSetting } from '../operator-settings.ts';

/** Which language model the operator chose: one in the data folder, or one of a server on this machine. */
export type Choice = { name: string } | ServedChoice;

interface ServedChoice {
	url: string;
	name: string;
	/** What the server asks for as a proof; it leaves this program in no other way. */
	key?: string | undefined;
}

const served = z.strictObject({ url: z.url(), name: z.string(), key: z.string().optional() });

export const choiceIn = (stored: string): Choice =>
	isModelName(stored) ? { name: stored } : served.parse(JSON.parse(stored));

/** Null for the built-in model. */
export async function readChoice(db: Db): Promise<Choice | null> {
	const stored = await readOperatorSetting(db, 'model');
	return stored === null ? null : choiceIn(stored);
}

export const storeChoice = (db: Db, choice: Choice | null): Promise<void> =>
	storeOperatorSetting(db, 'model', choice && ('url' in choice ? JSON.stringify(choice) : choice.name));
