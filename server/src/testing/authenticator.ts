import type { SecondFactorSetup } from '@watchword/contract/second-factor';
import { eq } from 'drizzle-orm';
import { TOTP, URI } from 'otpauth';
import { secondFactors } from '../accounts/tables.ts';
import type { Browser, TestServer } from './server.ts';

type Customer = Browser & { email: string; password: string; uid: string };

const STEP_MS = 30_000;

/** An authenticator app with this address. */
export function appOf(uri: string) {
	const app = URI.parse(uri);
	if (!(app instanceof TOTP)) throw new Error(`${uri} is not for codes that change with time`);
	return {
		/** The present code, or one some steps later. A code of the next step stays valid for at least a minute. */
		code: (stepsLater = 0) => app.generate({ timestamp: Date.now() + stepsLater * STEP_MS }),
	};
}

export async function startFactor(customer: Customer): Promise<SecondFactorSetup> {
	await customer.post('/api/users/me/confirmation', { password: customer.password });
	const begun = await customer.post('/api/users/me/second-factor');
	if (!begun.ok) throw new Error(`it could not be set up: ${await begun.text()}`);
	return (await begun.json()) as SecondFactorSetup;
}

/** Turns two-step sign-in on, as a customer with an app does. */
export async function turnOnFactor(server: TestServer, customer: Customer) {
	const { uri } = await startFactor(customer);
	const app = appOf(uri);
	const turnedOn = await customer.post('/api/users/me/second-factor/code', { code: app.code() });
	if (!turnedOn.ok) throw new Error(`it could not be turned on: ${await turnedOn.text()}`);
	const { recoveryCodes } = (await turnedOn.json()) as { recoveryCodes: string[] };
	return {
		...app,
		recoveryCodes,
		/** A code as if a long time had passed since the last one. */
		async freshCode() {
			const { db } = server.services.database;
			await db.update(secondFactors).set({ last_step: 0 }).where(eq(secondFactors._owner, customer.uid));
			return app.code(1);
		},
	};
}
