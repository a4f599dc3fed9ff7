import { readPrompt as route } from '@watchword/contract/routes/automations';
import { offsetAt } from '@watchword/contract/schedule';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import { surroundingsOf } from '../devices/devices.ts';
import type { Db, Model } from '../ports.ts';
import { readAutomation } from './automations.ts';
import { examplesToJudgeBy } from './examples.ts';

/** Far more than one person needs: the editor asks only when the customer stops typing. */
const READINGS_PER_HOUR = 1200;

interface Needs {
	db: Db;
	signedIn: SignedInGuard;
	readPrompt: Model['readPrompt'];
}

export function readingRoutes({ db, signedIn, readPrompt }: Needs) {
	const router = newRouter();
	router.use('/api/automations/:id/reading', signedIn);
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
	return router;
}
