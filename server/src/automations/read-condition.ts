import type { WholeSettings } from '@watchword/contract/automation';
import { type Condition, partsOf } from '@watchword/contract/condition';
import { type Zone, zoneKey } from '@watchword/contract/zone';
import { Refusal } from '../base/failures.ts';
import { surroundingsOf } from '../devices/devices.ts';
import type { Db } from '../ports/database.ts';
import type { Model } from '../ports/model.ts';
import { examplesToJudgeBy } from './examples.ts';
import { knownCondition } from './known-condition.ts';

type Prompted = Pick<WholeSettings, 'action_prompt' | '_triggerType' | 'trigger_device_deviceID'> & {
	/** By which its examples are found; a new one has none. */
	id?: string;
};

/** What the prompt of a customer's automation is read as; null if it is not found out. */
export type ReadCondition = (uid: string, prompted: Prompted) => Promise<Condition | null>;

export function conditionReader(db: Db, readPrompt: Model['readPrompt']): ReadCondition {
	return async (uid, prompted) => {
		const { action_prompt, _triggerType, id } = prompted;
		const around = await surroundingsOf(db, uid, watchedBy(prompted));
		const examples = id && _triggerType === 'capture' ? await examplesToJudgeBy(db, id, false) : [];
		const reading = await readPrompt?.(action_prompt, _triggerType, { ...around, examples });
		return knownCondition(reading?.condition, action_prompt);
	};
}

const watchedBy = ({ _triggerType, trigger_device_deviceID }: Prompted) =>
	_triggerType === 'capture' ? trigger_device_deviceID : null;

/** Refuses a condition that the customer changed if it names a zone that the device does not have. */
export async function requireZones(
	db: Db,
	uid: string,
	settings: Prompted & Pick<WholeSettings, '_condition'>,
): Promise<void> {
	const named = settings._condition ? zonesIn(settings._condition) : [];
	if (named.length === 0) return;
	const zones: readonly Zone[] = (await surroundingsOf(db, uid, watchedBy(settings)))?.zones ?? [];
	const known = new Set(zones.map(({ name }) => zoneKey(name)));
	const missing = named.find((name) => !known.has(zoneKey(name)));
	if (missing === undefined) return;
	const message = `${JSON.stringify(missing)} is not a zone of this device. Draw it, choose another zone, or remove the part that names it.`;
	throw new Refusal('invalid-argument', `_condition: ${message}`);
}

export const zonesIn = (condition: Condition) =>
	partsOf(condition).flatMap((part) =>
		'where' in part && part.where && 'zone' in part.where ? [part.where.zone] : [],
	);
