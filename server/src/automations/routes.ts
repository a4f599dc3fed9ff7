import { createRoute, z } from '@hono/zod-openapi';
import * as contract from '@watchword/contract/automation';
import { id, page } from '@watchword/contract/ids';
import type { Db } from '../ports.ts';
import { answers, json, jsonBody, newRouter, nothing, type SignedInGuard } from '../route.ts';
import { listAutomations, readAutomation } from './automations.ts';
import { createAutomation, deleteAutomation, renameAutomation, saveAutomation } from './edit.ts';
import { listVersions } from './versions.ts';

const tags = ['Automations'];
const params = z.object({ id });

const list = createRoute({
	method: 'get',
	path: '/api/automations',
	summary: 'The automations of the signed-in user',
	tags,
	responses: answers('Oldest first, without their runs.', page(contract.automationSummary)),
});

const create = createRoute({
	method: 'post',
	path: '/api/automations',
	summary: 'A new automation',
	tags,
	request: { body: { ...json(contract.automationStart), required: false } },
	responses: answers('The automation; what was not given has its default.', contract.automation),
});

const read = createRoute({
	method: 'get',
	path: '/api/automations/{id}',
	summary: 'One automation',
	tags,
	request: { params },
	responses: answers('The automation.', contract.automation),
});

const save = createRoute({
	method: 'put',
	path: '/api/automations/{id}',
	summary: 'Save an automation over the version it was made from',
	tags,
	request: { params, ...jsonBody(contract.automationEdit) },
	responses: answers('The automation as it is now. A `conflict` says that it changed.', contract.automation),
});

const rename = createRoute({
	method: 'put',
	path: '/api/automations/{id}/name',
	summary: 'Rename an automation',
	tags,
	request: { params, ...jsonBody(contract.automationName) },
	responses: answers('The automation as it is now.', contract.automation),
});

const remove = createRoute({
	method: 'delete',
	path: '/api/automations/{id}',
	summary: 'Delete an automation',
	tags,
	request: { params },
	responses: answers('Deleted; its runs stay readable.', nothing),
});

const versions = createRoute({
	method: 'get',
	path: '/api/automations/{id}/versions',
	summary: 'The saved versions of an automation',
	tags,
	request: { params, query: z.strictObject({ cursor: z.string().max(100).optional() }) },
	responses: answers('Newest first, a page at a time.', page(contract.automationVersion)),
});

export function automationRoutes({ db, signedIn }: { db: Db; signedIn: SignedInGuard }) {
	const router = newRouter();
	router.use('/api/automations/*', signedIn);

	router.openapi(list, async (c) =>
		c.json({ items: await listAutomations(db, c.var.user.uid), next: null }, 200),
	);

	router.openapi(create, async (c) => {
		// A request without a body is not looked at by the schema.
		const given = { ...contract.NEW_AUTOMATION, ...c.req.valid('json') };
		return c.json(await createAutomation(db, c.var.user.uid, given), 200);
	});

	router.openapi(read, async (c) =>
		c.json(await readAutomation(db, c.var.user.uid, c.req.valid('param').id), 200),
	);

	router.openapi(save, async (c) =>
		c.json(await saveAutomation(db, c.var.user.uid, c.req.valid('param').id, c.req.valid('json')), 200),
	);

	router.openapi(rename, async (c) =>
		c.json(await renameAutomation(db, c.var.user.uid, c.req.valid('param').id, c.req.valid('json')), 200),
	);

	router.openapi(remove, async (c) => {
		await deleteAutomation(db, c.var.user.uid, c.req.valid('param').id);
		return c.json({}, 200);
	});

	router.openapi(versions, async (c) =>
		c.json(await listVersions(db, c.var.user.uid, c.req.valid('param').id, c.req.valid('query').cursor), 200),
	);

	return router;
}
