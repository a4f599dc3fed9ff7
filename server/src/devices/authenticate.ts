import { DEVICE_NOT_FOUND } from '@watchword/contract/constants';
import type { Context, MiddlewareHandler } from 'hono';
import { authenticateApiToken, isApiToken, requireScope } from '../accounts/api-tokens/api-tokens.ts';
import { Refusal } from '../base/failures.ts';
import { accessTo, type Env } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { findDevice } from './devices.ts';
import { deviceByKey, type KnownDevice } from './keys.ts';

const HOW = 'Authorization: Bearer KEY, or KEY as the user name of basic authentication';

/**
 * The device whose key a request contains: as a bearer token, or as the user name of basic authentication. An API token of the
 * owner works as well.
 */
export async function authenticateDevice(db: Db, c: Context<Env>): Promise<KnownDevice> {
	refuseKeyInAddress(c);
	const authorization = c.req.header('authorization');
	const key = authorization === undefined ? undefined : keyIn(authorization);
	try {
		if (!key) throw new Refusal('unauthenticated', `A device sends its key with each request: ${HOW}.`);
		return await (isApiToken(key) ? deviceOfToken(db, c, key) : deviceByKey(db, key));
	} catch (error) {
		// Some cameras send their user name only when asked. Our own pages always send the key as a bearer token and are not
		// asked: the browser would show its password dialog.
		if (error instanceof Refusal && error.code === 'unauthenticated') {
			const basic = authorization === undefined || /^basic /i.test(authorization);
			c.header('www-authenticate', basic ? 'Basic realm="Watchword", charset="UTF-8"' : 'Bearer');
		}
		throw error;
	}
}

/** A program of the owner may send for any of the owner's devices, and names the device. */
async function deviceOfToken(db: Db, c: Context<Env>, token: string): Promise<KnownDevice> {
	const user = await authenticateApiToken(db, c, token);
	requireScope(c, user, accessTo(c));
	const id = c.req.header('x-device-id');
	if (!id)
		throw new Refusal('invalid-argument', 'With an API token, name the device in the header X-Device-Id.');
	const [device] = await findDevice(db, user.uid, id);
	if (!device) throw new Refusal('not-found', DEVICE_NOT_FOUND);
	return device;
}

/** The same as a guard, for routes that check their body: without a key, nobody learns what is wrong with a body. */
export function guardDevice(db: Db) {
	const known = new WeakMap<Context<Env>, KnownDevice>();
	const guard: MiddlewareHandler<Env> = async (c, next) => {
		known.set(c, await authenticateDevice(db, c));
		await next();
	};
	return { guard, deviceOf: (c: Context<Env>) => known.get(c) ?? unguarded() };
}

function unguarded(): never {
	throw new Error('this route is not behind the guard for devices');
}

function keyIn(authorization: string): string | undefined {
	const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1];
	if (bearer) return bearer;
	const basic = /^Basic ([\w+/=-]{1,2000})$/i.exec(authorization)?.[1];
	return basic && Buffer.from(basic, 'base64').toString().split(':')[0]?.trim();
}

const NAMES_OF_KEYS = /^(api[-_]?)?key$|token|secret|password|^auth/i;

/** Addresses appear in logs on the way, so a key in an address is refused even if the request also has another one. */
function refuseKeyInAddress(c: Context<Env>): void {
	const hasKey = Object.entries(c.req.query()).some(
		([name, value]) => NAMES_OF_KEYS.test(name) || /wwk?_/.test(value),
	);
	if (!hasKey) return;
	throw new Refusal(
		'invalid-argument',
		`A key in the address is not taken, because addresses are written to logs and histories. Send it as ${HOW}. If this was a real key, replace it in the options of the device.`,
	);
}
