import type { AutomationSummary } from '@watchword/contract/automation';
import { and, eq, not, sql } from 'drizzle-orm';
import type { Db } from '../ports/database.ts';
import { listAutomations, type StoredAutomation } from './automations.ts';
import { automations } from './tables.ts';

/** Shorter lists are as quickly read as compared. */
const LONG = 100;
/** For all customers together, in characters. */
const KEPT_MAX = 32_000_000;

interface Kept {
	/** Null until it is asked for again: whoever asks once needs no copy. */
	version: string | null;
	json: string;
}

/**
 * The automations of a customer as the JSON of a page. Two thousand take a tenth of a second of the main thread to read and write,
 * so long lists are kept until something in them changes.
 */
export function openLists(
	db: Db,
	shown: (automation: StoredAutomation) => AutomationSummary,
): (uid: string) => Promise<string> {
	const kept = new Map<string, Kept>();
	let size = 0;
	const forget = (uid: string) => {
		size -= kept.get(uid)?.json.length ?? 0;
		kept.delete(uid);
	};
	return async (uid) => {
		const known = kept.get(uid);
		// Before the list: a change in between makes the next comparison fail.
		const version = known ? await versionOf(db, uid) : null;
		if (known && known.version === version) return known.json;
		const items = (await listAutomations(db, uid)).map(shown);
		const json = JSON.stringify({ items, next: null } satisfies { items: AutomationSummary[]; next: null });
		forget(uid);
		if (items.length < LONG) return json;
		kept.set(uid, { version, json: version === null ? '' : json });
		size += kept.get(uid)?.json.length ?? 0;
		for (const oldest of kept.keys()) {
			if (size <= KEPT_MAX) break;
			forget(oldest);
		}
		return json;
	};
}

/** Every change gives a row a newer transaction, so that at least the sum changes. A snooze also ends by itself. */
async function versionOf(db: Db, uid: string): Promise<string> {
	const [row] = await db
		.select({
			version: sql<string>`concat_ws(' ', count(*), sum(xmin::text::bigint),
				count(*) filter (where ${automations._snoozedUntil} > now()))`,
		})
		.from(automations)
		.where(and(eq(automations._owner, uid), not(automations._deleted)));
	return row?.version ?? '';
}
