import { type SQL, sql } from 'drizzle-orm';
import { newZip } from '../files/zip.ts';
import type { Db } from '../ports/database.ts';
import type { ObjectStore } from '../ports/objects.ts';

const PAGE = 200;

const README = `Everything Watchword keeps of your account.

*.ndjson   documents, one JSON object a line
files/     pictures of your devices, attachments, and what automations saved
mails/     mails to your automations as they came
`;

/** A kind of document: the customer's rows of a table, as JSON without secrets and internal columns. */
interface Kind {
	name: string;
	table: string;
	/** After `from table t`: joins and the condition. */
	of: SQL;
	/** Columns that are not exported. */
	without?: string[];
	/** Additional values. */
	and?: SQL;
	/** The column that orders the pages, if not the id. */
	key?: string;
}

/** Every table with customer data is here, or in the short list of `archive.test.ts` with the reason. */
export const kinds = (uid: string): Kind[] => {
	const owned = sql`where t._owner = ${uid}`;
	const ofAutomations = sql`join automations a on a.id = t."_automationId" where a._owner = ${uid}`;
	return [
		{ name: 'account', table: 'users', of: sql`where t.id = ${uid}`, without: ['presence_key'] },
		{ name: 'account-history', table: 'account_events', of: owned },
		{
			name: 'sign-in-ways',
			table: 'credentials',
			of: sql`where t."userId" = ${uid}`,
			without: ['password', 'accessToken', 'refreshToken', 'idToken'],
		},
		{ name: 'sessions', table: 'sessions', of: sql`where t."userId" = ${uid}`, without: ['token'] },
		{
			name: 'known-browsers',
			table: 'known_browsers',
			of: sql`where t."userId" = ${uid}`,
			without: ['hash'],
			key: 'hash',
		},
		{ name: 'passkeys', table: 'passkeys', of: owned, without: ['credential_id', 'public_key', 'counter'] },
		{
			name: 'second-factor',
			table: 'second_factors',
			of: owned,
			without: ['secret', 'last_step'],
			key: '_owner',
		},
		{ name: 'recovery-codes', table: 'recovery_codes', of: owned, without: ['hash'], key: 'hash' },
		{
			name: 'address-changes',
			table: 'address_changes',
			of: owned,
			without: ['old_hash', 'new_hash'],
			key: '_owner',
		},
		{ name: 'api-tokens', table: 'api_tokens', of: owned, without: ['hash'] },
		{ name: 'shares', table: 'shares', of: owned, without: ['hash'] },
		{ name: 'devices', table: 'devices', of: owned, without: ['key_hash'] },
		{
			name: 'captures',
			table: 'captures',
			of: sql`join devices d on d.id = t."deviceId" where d._owner = ${uid}`,
			without: ['original_path'],
			// Only the further pictures of a moment that can be shown.
			and: sql`jsonb_build_object('frames', jsonb_path_query_array(t.frames, '$[*].image_path ? (@ != null)'))`,
		},
		{ name: 'automations', table: 'automations', of: owned, without: ['feed_hash'] },
		{ name: 'automation-versions', table: 'automation_versions', of: ofAutomations },
		{ name: 'examples', table: 'examples', of: ofAutomations, without: ['features', 'version'] },
		{
			name: 'runs',
			table: 'automation_runs',
			of: owned,
			without: ['seq', 'attempts', 'next_try_at', 'lease', 'lease_until'],
		},
		{ name: 'episodes', table: 'episodes', of: owned, without: ['watch'] },
		{ name: 'held-alerts', table: 'held_alerts', of: owned },
		{ name: 'webhooks', table: 'webhook_endpoints', of: owned, without: ['secret'] },
		{ name: 'channels', table: 'channels', of: owned, without: ['target'] },
		{ name: 'deliveries', table: 'deliveries', of: owned, without: ['key', 'next_try_at', 'lease_until'] },
		{ name: 'mail-recipients', table: 'mail_recipients', of: owned },
		{
			name: 'push-browsers',
			table: 'push_subscriptions',
			of: owned,
			without: ['endpoint', 'p256dh', 'auth'],
		},
		{ name: 'mails', table: 'mails', of: owned },
		{ name: 'credits', table: 'ledger_entries', of: sql`where t.uid = ${uid}` },
		{
			name: 'payments',
			table: 'payments',
			of: sql`where t.uid = ${uid}`,
			without: ['looks', 'applied', 'next_look_at'],
		},
		{ name: 'exports', table: 'exports', of: owned },
	];
};

const fromOf = ({ table, of }: Kind) => sql`${sql.identifier(table)} t ${of}`;

interface Archive {
	/** How many documents and files there will be, and how many are done. */
	total: number;
	done(): number;
	/** The zip as a stream: only one page of documents or one piece of a file is in memory at a time. */
	chunks(): AsyncIterable<Uint8Array>;
}

export async function archiveOf(db: Db, objects: ObjectStore, uid: string): Promise<Archive> {
	let done = 0;
	const documents = kinds(uid);
	const paths = await listPaths(db, uid);
	const counts = await Promise.all(
		documents.map(async (kind) =>
			Number((await db.execute(sql`select count(*) from ${fromOf(kind)}`)).rows[0]?.count),
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

async function* lines(db: Db, kind: Kind, count: (rows: number) => void) {
	const { without = [], and = sql`'{}'::jsonb`, key = 'id' } = kind;
	const id = sql`t.${sql.identifier(key)}`;
	for (let last = ''; ; ) {
		const { rows } = await db.execute(sql`
			select ${id} as place, to_jsonb(t) - string_to_array(${without.join(' ')}, ' ') || ${and} as document
			from ${fromOf(kind)} and ${id} > ${last} order by ${id} limit ${PAGE}`);
		for (const { document } of rows) yield `${JSON.stringify(document)}\n`;
		count(rows.length);
		if (rows.length < PAGE) return;
		last = String(rows.at(-1)?.place);
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
