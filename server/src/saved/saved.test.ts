import type { Run } from '@watchword/contract/run';
import type { SavedFolder, SavedResult, ZipPart } from '@watchword/contract/saved';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automations } from '../automations/tables.ts';
import { newId } from '../base/ids.ts';
import { addAutomation, addCamera, askForRun, grant } from '../testing/automation.ts';
import { jpeg } from '../testing/images.ts';
import { deliverMail } from '../testing/mail.ts';
import { endedRuns } from '../testing/runs.ts';
import { addSaved } from '../testing/saved.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { waitFor } from '../testing/wait.ts';
import { unzip } from '../testing/zip.ts';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

type Customer = Awaited<ReturnType<TestServer['customer']>>;

const foldersOf = async (customer: Customer) =>
	((await (await customer.get('/api/files/folders')).json()) as { items: SavedFolder[] }).items;

async function list(customer: Customer, query: Record<string, string> = {}) {
	const answer = await customer.get(`/api/files?${new URLSearchParams(query)}`);
	return (await answer.json()) as { items: SavedResult[]; next: string | null };
}

const idsOf = ({ items }: { items: SavedResult[] }) => items.map(({ id }) => id);
const remove = (customer: Customer, path: string) => customer.send('DELETE', path, {});

async function zipOf(customer: Customer, query: Record<string, string>) {
	const answer = await customer.get(`/api/files/archive?${new URLSearchParams(query)}`);
	expect(answer.status).toBe(200);
	return { answer, files: unzip(Buffer.from(await answer.arrayBuffer())) };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('what an automation saves is found with its words and files, and nothing else is', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 10);
	const camera = await addCamera(server, customer.uid);
	const watch = await addAutomation(server, customer.uid, {
		_name: 'Gate',
		_triggerType: 'capture',
		_actionType: 'save',
		trigger_device_deviceID: camera.deviceId,
	});
	const inbox = await addAutomation(server, customer.uid, { _name: 'Invoices', _actionType: 'save' });
	expect([await foldersOf(customer), await list(customer)]).toEqual([[], { items: [], next: null }]);

	await camera.send(await jpeg());
	const [byCamera] = await endedRuns(server, watch, 1);
	await deliverMail(server, {
		from: 'ann@customers.example',
		to: `${inbox}@automations.localhost`,
		subject: 'Invoice 4711',
		text: 'see there',
		attachments: [{ filename: 'note.txt', content: 'hello' }],
	});
	const [byMail] = await endedRuns(server, inbox, 1);

	const folders = await foldersOf(customer);
	expect(folders).toMatchObject([
		{ id: inbox, name: 'Invoices', deleted: false, results: 1 },
		{ id: watch, name: 'Gate', deleted: false, results: 1 },
	]);
	const { items } = await list(customer);
	expect(items.map(({ id, files }) => [id, files.map(({ name }) => name)])).toEqual([
		[byMail?.id, ['result.txt', 'result.json', 'mail.eml']],
		[byCamera?.id, ['result.txt', 'result.json', 'capture.jpg']],
	]);
	expect(items[1]).toMatchObject({
		words: 'Someone is there.',
		action_verdict: 'met',
		trigger_captureId: byCamera?.trigger_captureId,
	});
	const bytes = items[0]?.files.reduce((sum, { size }) => sum + size, 0);
	expect(folders[0]?.bytes).toBe(bytes);
	const file = await server.visitor().get(String(items[0]?.files[0]?.url));
	expect(await file.text()).toBe('Someone is there.\n');

	expect(idsOf(await list(customer, { automation: watch }))).toEqual([byCamera?.id]);
	expect(idsOf(await list(customer, { run: String(byMail?.id) }))).toEqual([byMail?.id]);
	expect(idsOf(await list(customer, { search: 'invoice 47' }))).toEqual([byMail?.id]);
	expect(idsOf(await list(customer, { search: 'capture' }))).toEqual([byCamera?.id]);
	expect(idsOf(await list(customer, { search: 'mail.eml' }))).toEqual([byMail?.id]);
	expect(idsOf(await list(customer, { search: 'person result.json' }))).toHaveLength(2);
	expect(idsOf(await list(customer, { search: "o'neil & (", automation: watch }))).toEqual([]);
	expect(idsOf(await list(customer, { search: ' ?! ' }))).toHaveLength(2);

	// A deleted automation keeps its folder.
	await server.services.database.db
		.update(automations)
		.set({ _deleted: true })
		.where(eq(automations.id, watch));
	expect((await foldersOf(customer))[1]).toMatchObject({ id: watch, deleted: true });
});

test('pages go from the newest to the oldest and neither lose nor repeat a result', async () => {
	const customer = await server.customer();
	const automation = await addAutomation(server, customer.uid);
	const same = minutesAgo(5);
	const made = await Promise.all(
		Array.from({ length: 103 }, () => addSaved(server, customer.uid, automation, { at: same })),
	);
	const newest = await addSaved(server, customer.uid, automation);
	const seen: string[] = [];
	let pages = 0;
	for (let cursor: string | null = ''; cursor !== null; pages++) {
		const page = await list(customer, { automation, ...(cursor && { cursor }) });
		seen.push(...idsOf(page));
		cursor = page.next;
	}
	expect(pages).toBe(3);
	expect(seen[0]).toBe(newest);
	expect(seen.toSorted()).toEqual([...made, newest].toSorted());
});

describe('deleting', () => {
	test('removes bytes, rows and links; the run stays and says so; what is left cannot be deleted twice', async () => {
		const customer = await server.customer();
		const automation = await addAutomation(server, customer.uid);
		const id = await addSaved(server, customer.uid, automation);
		const kept = await addSaved(server, customer.uid, automation);
		const [file] = (await list(customer, { run: id })).items[0]?.files ?? [];
		const answer = await remove(customer, `/api/files/${id}`);
		expect([answer.status, await answer.json()]).toEqual([200, { deleted: 1 }]);
		expect(idsOf(await list(customer))).toEqual([kept]);
		expect(await server.services.objects.read(String(file?.path))).toBeNull();
		expect((await server.visitor().get(String(file?.url))).status).toBe(404);
		const run = (await (await customer.get(`/api/runs/${id}`)).json()) as Run;
		expect(run.action_files).toEqual([]);
		expect(run.action_files_deleted_at).toBeGreaterThan(Date.now() / 1000 - 600);
		expect(await refusal(await remove(customer, `/api/files/${id}`))).toBe('404 not-found');
	});

	test('waits for the end of the run', async () => {
		const customer = await server.customer();
		const automation = await addAutomation(server, customer.uid);
		const id = await addSaved(server, customer.uid, automation, {
			ended_at: null,
			action_files: [],
			next_try_at: new Date(Date.now() + 3600_000),
		});
		expect(await refusal(await remove(customer, `/api/files/${id}`))).toBe('409 conflict');
		expect(await list(customer)).toEqual({ items: [], next: null });
	});

	test('empties a folder in batches, and what the request leaves is deleted in the background', async () => {
		const customer = await server.customer();
		const automation = await addAutomation(server, customer.uid);
		await Promise.all(Array.from({ length: 60 }, () => addSaved(server, customer.uid, automation)));
		const answer = await remove(customer, `/api/files/folders/${automation}`);
		const { deleted, goesOn } = (await answer.json()) as { deleted: number; goesOn: boolean };
		// How far a request gets is a matter of time.
		expect(goesOn ? 50 : 60).toBe(deleted);
		await waitFor('the folder to be empty', async () => (await foldersOf(customer)).length === 0);
		expect(await refusal(await remove(customer, `/api/files/folders/${automation}`))).toBe('404 not-found');

		const old = await addSaved(server, customer.uid, automation, { at: minutesAgo(10) });
		const later = await addSaved(server, customer.uid, automation);
		const { database, queue } = server.services;
		const until = minutesAgo(5).toISOString();
		await queue.send(database.db, 'delete-saved', { uid: customer.uid, automationId: automation, until });
		const left = await waitFor('the job to delete the older result', async () => {
			const ids = idsOf(await list(customer));
			return !ids.includes(old) && ids;
		});
		expect(left).toEqual([later]);
	});
});

test('an open tab hears that a result was saved, and that it was deleted', async () => {
	const customer = await server.customer();
	await grant(server, customer.uid, 1);
	const automation = await addAutomation(server, customer.uid, {
		_triggerType: 'schedule',
		_actionType: 'save',
	});
	const leaving = new AbortController();
	const events = await customer.fetch('/api/events', { signal: leaving.signal });
	let heard = '';
	const hearing = (async () => {
		for await (const text of events.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text;
	})().catch(() => undefined);
	const times = () => heard.split('"topic":"saved"').length - 1;
	await askForRun(server, automation);
	const [run] = await endedRuns(server, automation, 1);
	await waitFor('the event of the save', () => times() === 1, { seen: () => heard });
	await remove(customer, `/api/files/${run?.id}`);
	await waitFor('the event of the deletion', () => times() === 2, { seen: () => heard });
	leaving.abort();
	await hearing;
});

describe('a zip', () => {
	test('has what was asked for, under names that every system takes', async () => {
		const customer = await server.customer();
		const name = '../Tür: "außen" <1>';
		const one = await addAutomation(server, customer.uid, { _name: name });
		const two = await addAutomation(server, customer.uid, { _name: 'CON' });
		const at = new Date('2026-03-04T05:06:07Z');
		const first = await addSaved(server, customer.uid, one, { at, files: { 'result.txt': 'first' } });
		const second = await addSaved(server, customer.uid, two, { files: { 'result.txt': 'second' } });
		const third = await addSaved(server, customer.uid, one, { files: { 'capture.jpg': 'third' } });

		const folder = await zipOf(customer, { automation: one });
		expect(folder.answer.headers.get('content-disposition')).toBe(
			`attachment; filename="T_r au_en 1.zip"; filename*=UTF-8''T%C3%BCr%20au%C3%9Fen%201.zip`,
		);
		const inFolder = [...folder.files].map(([path, bytes]) => [path, String(bytes)]);
		expect(inFolder[0]).toEqual([`Tür außen 1/2026-03-04_05-06-07_${first}/result.txt`, 'first']);
		expect(inFolder[1]?.[0]).toMatch(new RegExp(`^Tür außen 1/[\\d_-]{20}${third}/capture.jpg$`));
		expect(inFolder).toHaveLength(2);

		const chosen = await zipOf(customer, { ids: `${second},${third}` });
		expect([...chosen.files.values()].map(String)).toEqual(['second', 'third']);
		expect([...chosen.files.keys()][0]).toMatch(/^Automation\//);

		const nothing = await customer.get(
			`/api/files/archive?automation=${await addAutomation(server, customer.uid)}`,
		);
		expect(await refusal(nothing)).toBe('404 not-found');
	});

	test('is cut at 2,000 results or 2 GB, and the parts hold everything once', async () => {
		const customer = await server.customer();
		const automation = await addAutomation(server, customer.uid);
		const { db } = server.services.database;
		// Half a gigabyte each, as far as the rows say.
		for (let n = 0; n < 5; n++) await addSaved(server, customer.uid, automation, { at: minutesAgo(10 - n) });
		await db.execute(
			sql`update files set size = 500000000 where _owner = ${customer.uid} and path like '%.txt'`,
		);
		const partsOf = async (query: Record<string, string>) =>
			(
				(await (await customer.get(`/api/files/archive/parts?${new URLSearchParams(query)}`)).json()) as {
					parts: ZipPart[];
				}
			).parts;
		const parts = await partsOf({ automation });
		expect(parts.map(({ results }) => results)).toEqual([3, 2]);
		const zips = await Promise.all(
			parts.map(({ cursor }) => zipOf(customer, { automation, ...(cursor && { cursor }) })),
		);
		const runs = (files: Map<string, Buffer>) => new Set([...files.keys()].map((path) => path.split('/')[1]));
		expect(zips.map(({ files }) => runs(files).size)).toEqual([4, 2]);
		const more = String(zips[0]?.files.get('MORE.txt'));
		expect(more).toContain('One zip holds at most 2,000 results or 2 GB.');
		const next = /https?:\S+/.exec(more)?.[0] ?? '';
		const followed = unzip(
			Buffer.from(await (await customer.get(next.replace(server.url, ''))).arrayBuffer()),
		);
		expect([...followed.keys()]).toEqual([...(zips[1]?.files.keys() ?? [])]);

		await db.execute(sql`
			insert into automation_runs (id, _owner, "_automationId", "_triggerKey", "_triggerType", "_actionType", _status,
				_timestamp, ended_at, action_files)
			select translate(lpad(n::text, 20, '0'), '0189', 'abcd'), ${customer.uid}, ${automation}, ${newId()} || n, 'schedule', 'save',
				'succeeded', now() - make_interval(hours => n), now(), '{users/none}' from generate_series(1, 2010) n`);
		const counts = (await partsOf({ automation })).map(({ results }) => results);
		expect(counts).toEqual([2000, 13, 2]);
		await db.execute(sql`delete from automation_runs where "_automationId" = ${automation}`);
	});

	test('reads nothing more once its reader has gone', async () => {
		const customer = await server.customer();
		const automation = await addAutomation(server, customer.uid);
		const large = 'x'.repeat(3_000_000);
		for (let n = 0; n < 6; n++)
			await addSaved(server, customer.uid, automation, { files: { 'capture.jpg': large } });
		const { objects } = server.services;
		const get = objects.get.bind(objects);
		const opened: string[] = [];
		const closed = new Set<string>();
		objects.get = async (path, range) => {
			const reader = (await get(path, range))?.getReader();
			if (!reader) return null;
			opened.push(path);
			return new ReadableStream({
				async pull(controller) {
					const { done, value } = await reader.read();
					if (!done) return controller.enqueue(value);
					closed.add(path);
					controller.close();
				},
				async cancel(reason) {
					closed.add(path);
					await reader.cancel(reason);
				},
			});
		};
		try {
			const stopping = new AbortController();
			const answer = await customer.fetch(`/api/files/archive?automation=${automation}`, {
				signal: stopping.signal,
			});
			await answer.body?.getReader().read();
			stopping.abort();
			await waitFor('the file that was being read to be closed', () => closed.size === opened.length);
			expect(opened.length).toBeLessThan(6);
		} finally {
			objects.get = get;
		}
	});
});

test('what belongs to somebody else is as if it were not there, and bad values are named', async () => {
	const owner = await server.customer();
	const stranger = await server.customer();
	const automation = await addAutomation(server, owner.uid);
	const id = await addSaved(server, owner.uid, automation);
	expect(await foldersOf(stranger)).toEqual([]);
	for (const query of [{}, { automation }, { run: id }, { search: 'someone' }])
		expect(await list(stranger, query)).toEqual({ items: [], next: null });
	for (const query of [`automation=${automation}`, `ids=${id}`]) {
		expect(await refusal(await stranger.get(`/api/files/archive?${query}`))).toBe('404 not-found');
		expect(await (await stranger.get(`/api/files/archive/parts?${query}`)).json()).toEqual({ parts: [] });
	}
	expect(await refusal(await remove(stranger, `/api/files/${id}`))).toBe('404 not-found');
	expect(await refusal(await remove(stranger, `/api/files/folders/${automation}`))).toBe('404 not-found');
	expect(idsOf(await list(owner))).toEqual([id]);

	const bad = [
		'/api/files?automation=x',
		'/api/files?cursor=x',
		'/api/files?unknown=1',
		`/api/files?search=${'x'.repeat(201)}`,
		'/api/files/archive?ids=x',
		'/api/files/archive?cursor=e30',
	];
	for (const path of bad) expect(await refusal(await owner.get(path)), path).toBe('400 invalid-argument');
	expect(await refusal(await remove(owner, '/api/files/..%2Fx'))).toBe('400 invalid-argument');
});
