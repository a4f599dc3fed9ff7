import { createHash, randomUUID } from 'node:crypto';
import { hashToken, newId } from '../server/src/base/ids.ts';

export type Ask = (sql: string) => Promise<Record<string, unknown>[]>;
type Fields = { trigger: 'email' | 'capture'; action: 'sendEmail' | 'save'; device?: string };

/** A customer with credits, created by SQL: the measurement begins later. */
export async function addCustomer(ask: Ask, credits: number): Promise<string> {
	const uid = newId();
	await ask(`insert into users (id, email, name) values ('${uid}', '${uid}@example.com', 'Bench')`);
	await ask(`insert into ledger_entries (id, uid, seq, kind, credits, balance, reference)
		values ('${newId()}', '${uid}', 1, 'grant', ${credits}, ${credits}, '${newId()}')`);
	return uid;
}

export async function addAutomation(
	ask: Ask,
	uid: string,
	{ trigger, action, device }: Fields,
): Promise<string> {
	const id = newId();
	await ask(`insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited,
			"_limitSchedule", trigger_device_type, action_prompt, "action_toAddress", "trigger_device_deviceID")
		values ('${id}', 'Bench', '${uid}', '${trigger}', '{}', '${action}', false,
			'{}', 'conditional', 'Is anyone there?', '${uid}@example.com', ${device ? `'${device}'` : 'null'})`);
	return id;
}

/** Adds a camera with one automation; returns its key. */
export async function addCamera(ask: Ask, uid: string): Promise<{ device: string; key: string }> {
	const [device, key] = [newId(), newId()];
	const hash = createHash('sha256').update(key).digest('base64url');
	await ask(`insert into devices (id, _owner, key_hash) values ('${device}', '${uid}', '${hash}')`);
	await addAutomation(ask, uid, { trigger: 'capture', action: 'sendEmail', device });
	return { device, key };
}

/** Headers of a signed-in customer; created by SQL, because password hashing is slow on purpose. */
export async function signIn(ask: Ask, uid: string): Promise<{ authorization: string }> {
	const token = randomUUID();
	await ask(`insert into sessions (id, token, "userId", "expiresAt")
		values ('${newId()}', '${hashToken(token)}', '${uid}', now() + interval '1 day')`);
	return { authorization: `Bearer ${token}` };
}
