import { type SQL, sql } from 'drizzle-orm';
import { newZip } from '../base/zip.ts';
import type { Db, ObjectStore } from '../ports.ts';

const PAGE = 200;

const README = `Everything Watchword keeps of your account.

*.ndjson   documents, one JSON object a line
files/     pictures of your devices, attachments, and what automations saved
mails/     mails to your automations as they came
`;

/** A kind of document: its rows as JSON, without internal columns, and the id that orders the pages. */
interface Kind {
	name: string;
	from: SQL;
	row: SQL;
}

const kinds = (uid: string): Kind[] => [
	{ name: 'account', from: sql`users t where t.id = ${uid}`, row: sql`to_jsonb(t)` },
	{
		name: 'sessions',
		from: sql`sessions t where t."userId" = ${uid}`,
		row: sql`to_jsonb(t) - 'token'`,
	},
	{ name: 'api-tokens', from: sql`api_tokens t where t._owner = ${uid}`, row: sql`to_jsonb(t) - 'hash'` },
	{
		name: 'second-factor',
		from: sql`(select *, _owner as id from second_factors) t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - array['id', 'secret', 'last_step']`,
	},
	{
		name: 'recovery-codes',
		from: sql`(select *, hash as id from recovery_codes) t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - array['id', 'hash']`,
	},
	{ name: 'devices', from: sql`devices t where t._owner = ${uid}`, row: sql`to_jsonb(t) - 'key_hash'` },
	{
		name: 'captures',
		from: sql`captures t join devices d on d.id = t."deviceId" where d._owner = ${uid}`,
		// Of the further pictures of a moment, those that can be shown.
		row: sql`to_jsonb(t) - 'original_path' || jsonb_build_object('frames', jsonb_path_query_array(t.frames, '$[*].image_path ? (@ != null)'))`,
	},
	{
		name: 'automations',
		from: sql`automations t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - 'feed_hash'`,
	},
	{
		name: 'automation-versions',
		from: sql`automation_versions t join automations a on a.id = t."_automationId" where a._owner = ${uid}`,
		row: sql`to_jsonb(t)`,
	},
	{
		name: 'examples',
		from: sql`examples t join automations a on a.id = t."_automationId" where a._owner = ${uid}`,
		row: sql`to_jsonb(t) - array['features', 'version']`,
	},
	{
		name: 'runs',
		from: sql`automation_runs t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - array['seq', 'attempts', 'next_try_at', 'lease', 'lease_until']`,
	},
	{ name: 'episodes', from: sql`episodes t where t._owner = ${uid}`, row: sql`to_jsonb(t) - 'watch'` },
	{ name: 'shares', from: sql`shares t where t._owner = ${uid}`, row: sql`to_jsonb(t) - 'hash'` },
	{
		name: 'webhooks',
		from: sql`webhook_endpoints t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - 'secret'`,
	},
	{
		name: 'deliveries',
		from: sql`deliveries t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - array['key', 'next_try_at', 'lease_until']`,
	},
	{
		name: 'mail-recipients',
		from: sql`mail_recipients t where t._owner = ${uid}`,
		row: sql`to_jsonb(t)`,
	},
	{
		name: 'push-browsers',
		from: sql`push_subscriptions t where t._owner = ${uid}`,
		row: sql`to_jsonb(t) - array['endpoint', 'p256dh', 'auth']`,
	},
	{ name: 'mails', from: sql`mails t where t._owner = ${uid}`, row: sql`to_jsonb(t)` },
	{ name: 'credits', from: sql`ledger_entries t where t.uid = ${uid}`, row: sql`to_jsonb(t)` },
];

interface Archive {
	/** How many documents and files there will be, and how many are done. */
	total: number;
	done(): number;
	/** The zip as a stream: never more than a page of documents or a piece of a file is in memory. */
	chunks(): AsyncIterable<Uint8Array>;
}

export async function archiveOf(db: Db, objects: ObjectStore, uid: string): Promise<Archive> {
	let done = 0;
	const documents = kinds(uid);
	const paths = await listPaths(db, uid);
	const counts = await Promise.all(
		documents.map(async ({ from }) =>
			Number((await db.execute(sql`select count(*) from ${from}`)).rows[0]?.count),
		),
	);
	return {
		total: counts.reduce((sum, count) => sum + count, paths.length),
		done: () => done,
		chunks() {
			const zip = newZip(objects);
			zip.add('README.txt', README);
			for (const kind of documents) {
				zip.add(`${kind.name}.ndjson`, () => lines(db, kind, (rows) => (done += rows)));
			}
			for (const file of paths) zip.addObject(file, () => done++);
			return zip.end();
		},
	};
}

async function* lines(db: Db, { from, row }: Kind, count: (rows: number) => void) {
	for (let last = ''; ; ) {
		const { rows } = await db.execute(sql`
			select t.id, ${row} as document from ${from} and t.id > ${last} order by t.id limit ${PAGE}`);
		for (const { document } of rows) yield `${JSON.stringify(document)}\n`;
		count(rows.length);
		if (rows.length < PAGE) return;
		last = String(rows.at(-1)?.id);
	}
}

/** Every stored file of the account and every mail, with its name in the zip. */
async function listPaths(db: Db, uid: string): Promise<{ path: string; name: string }[]> {
	const own = `users/${uid}/`;
	const { rows } = await db.execute(sql`
		select path, 'files/' || replace(path, ${own}, '') as name from files
		where _owner = ${uid} and path not like ${`${own}exports/%`}
		union all
		select raw_path, 'mails/' || id || '.eml' from mails where _owner = ${uid}`);
	return rows as { path: string; name: string }[];
}
