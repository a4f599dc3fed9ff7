import type { Automation, AutomationSummary } from '@watchword/contract/automation';
import { DEFAULT_PROMPT } from '@watchword/contract/constants';
import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import * as routes from '@watchword/contract/routes/automations';
import { limit } from '../base/limits.ts';
import { newRouter, type SignedInGuard, serve } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { readAutomation, type StoredAutomation } from './automations.ts';
import {
	copyAutomation,
	createAutomation,
	deleteAutomation,
	renameAutomation,
	saveAutomation,
} from './edit.ts';
import type { SavingNeeds } from './edit-checks.ts';
import { isUndecidable } from './known-condition.ts';
import { openLists } from './list.ts';
import { dismissNowBeyond, pauseAutomation, snoozeAutomation } from './pause.ts';
import { listVersions } from './versions.ts';

/** Each stores a version. A program can create as many automations as an account may have and then change each of them. */
const CHANGES_PER_HOUR = 5000;

interface Needs extends SavingNeeds {
	signedIn: SignedInGuard;
	/** The ids of an automation's newest runs, newest first. */
	latestRuns(db: Db, automationId: string): Promise<string[]>;
	countFirstLooks(db: Db, automationId: string): Promise<{ looks: number; saved: number }>;
	/** How many of a device's last captures showed nothing new. */
	countSame(uid: string, deviceId: string): Promise<{ captures: number; same: number }>;
	/** Ends the runs of a deleted automation whose mail waits for approval. */
	discardWaiting(tx: Db, automationId: string): Promise<void>;
	/** Whether the built-in model decides. */
	isBuiltIn(): boolean;
}

export function automationRoutes({
	db,
	signedIn,
	own,
	latestRuns,
	countFirstLooks,
	countSame,
	discardWaiting,
	readCondition,
	holdChannels,
	isBuiltIn,
}: Needs) {
	const router = newRouter();
	router.use('/api/automations/*', signedIn);
	const shown = (automation: StoredAutomation): AutomationSummary => ({
		...automation,
		// Who has not written a prompt yet knows.
		_undecidable:
			isBuiltIn() &&
			!['', DEFAULT_PROMPT].includes(automation.action_prompt.trim()) &&
			isUndecidable(automation._condition),
	});
	const withRuns = async (automation: StoredAutomation): Promise<Automation> => ({
		...shown(automation),
		runs: await latestRuns(db, automation.id),
	});
	const limitChanges = (uid: string) => limit(db, `automations:${uid}`, CHANGES_PER_HOUR, 3600);

	const saving = { db, own, readCondition, holdChannels };
	const listOf = openLists(db, shown);
	serve(router, routes.listAutomations, async ({ user, c }) =>
		c.body(await listOf(user.uid), 200, { 'content-type': 'application/json' }),
	);
	serve(router, routes.createAutomation, async ({ user, body }) => {
		await limitChanges(user.uid);
		return withRuns(await createAutomation(saving, user.uid, { ...NEW_AUTOMATION, ...body }));
	});
	serve(router, routes.readAutomation, async ({ user, params }) =>
		withRuns(await readAutomation(db, user.uid, params.id)),
	);
	serve(router, routes.saveAutomation, async ({ user, params, body }) => {
		await limitChanges(user.uid);
		return withRuns(await saveAutomation(saving, user.uid, params.id, body));
	});
	serve(router, routes.renameAutomation, async ({ user, params, body }) => {
		await limitChanges(user.uid);
		return withRuns(await renameAutomation(db, user.uid, params.id, body));
	});
	serve(router, routes.deleteAutomation, async ({ user, params }) => {
		await deleteAutomation(db, user.uid, params.id, discardWaiting);
		return {};
	});
	serve(router, routes.copyAutomation, async ({ user, params }) => {
		await limitChanges(user.uid);
		return withRuns(await copyAutomation(saving, user.uid, params.id));
	});
	serve(router, routes.pauseAutomation, async ({ user, params, body }) =>
		withRuns(await pauseAutomation(db, user.uid, params.id, body.paused)),
	);
	serve(router, routes.snoozeAutomation, async ({ user, params, body }) =>
		withRuns(await snoozeAutomation(db, user.uid, params.id, body.until)),
	);
	serve(router, routes.dismissNowBeyond, async ({ user, params }) =>
		withRuns(await dismissNowBeyond(db, user.uid, params.id)),
	);
	serve(router, routes.countSame, async ({ user, params, query }) => {
		await readAutomation(db, user.uid, params.id);
		return countSame(user.uid, query.device);
	});
	serve(router, routes.countFirstLooks, async ({ user, params }) => {
		await readAutomation(db, user.uid, params.id);
		return countFirstLooks(db, params.id);
	});
	serve(router, routes.listVersions, ({ user, params, query }) =>
		listVersions(db, user.uid, params.id, query.cursor),
	);
	return router;
}
