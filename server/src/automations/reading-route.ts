import { CONDITION_FILLS_PER_HOUR } from '@watchword/contract/constants';
import { fillCondition as fillRoute, readPrompt as route } from '@watchword/contract/routes/automations';
import { offsetAt } from '@watchword/contract/schedule';
import { Refusal } from '../base/failures.ts';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import { workFor } from '../base/turns.ts';
import { surroundingsOf } from '../devices/devices.ts';
import type { Db } from '../ports/database.ts';
import type { Model } from '../ports/model.ts';
import { readAutomation } from './automations.ts';
import { examplesToJudgeBy } from './examples.ts';
import { fillCondition } from './fill-condition.ts';

/** Far more than one person needs: the editor asks only when the customer stops typing. */
const READINGS_PER_HOUR = 1200;

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	readPrompt: Model['readPrompt'];
	/** There is none if the model that decides now does not write freely. */
	writeJson: () => Model['writeJson'];
	modelTimeoutMs: number;
}

export function readingRoutes({ db, signedIn, readPrompt, writeJson, modelTimeoutMs }: Needs) {
	const router = newRouter();
	for (const path of ['reading', 'condition']) router.use(`/api/automations/:id/${path}`, signedIn);
	serve(router, route, async ({ user: { uid }, params, body }) => {
		const { prompt, trigger, deviceId: chosen } = body;
		await limit(db, `reading:${uid}`, READINGS_PER_HOUR, 3600);
		// Refuses an automation of another customer.
		const { trigger_device_deviceID: saved, _zone } = await readAutomation(db, uid, params.id);
		const deviceId = chosen === undefined ? saved : chosen;
		if (!readPrompt) return { reading: null };
		const device = await surroundingsOf(db, uid, deviceId);
		const examples = trigger === 'capture' ? await examplesToJudgeBy(db, params.id, false) : [];
		const now = Date.now();
		const today = new Date(now + offsetAt(_zone, now) * 60_000).toISOString().slice(0, 10);
		const day = new Date(body.day ?? today);
		return { reading: await readPrompt(prompt, trigger, { ...device, examples }, day) };
	});
	serve(router, fillRoute, async ({ user: { uid }, params, body, c }) => {
		// Refuses an automation of another customer.
		const { trigger_device_deviceID: saved } = await readAutomation(db, uid, params.id);
		await limit(db, `condition:${uid}`, CONDITION_FILLS_PER_HOUR, 3600);
		const write = writeJson();
		if (!write) throw new Refusal('not-found', 'There is no language model that can fill it in.');
		const { deviceId = saved, trigger } = body;
		const device = trigger === 'capture' ? await surroundingsOf(db, uid, deviceId) : null;
		const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(modelTimeoutMs)]);
		const zones = device?.zones?.filter(({ use }) => use !== 'never') ?? [];
		const condition = await workFor({ owner: uid }, () => fillCondition(write, body, zones, signal));
		return { condition };
	});
	return router;
}
