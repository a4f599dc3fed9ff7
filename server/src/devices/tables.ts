import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });
const owner = () =>
	text()
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' });

export const devices = pgTable(
	'devices',
	{
		id: text().primaryKey(),
		_owner: owner(),
		desc: text().notNull().default(''),
		capture_window_start: text().notNull().default('00:00'),
		capture_window_end: text().notNull().default('23:59'),
		light_window_start: text().notNull().default('18:00'),
		light_window_end: text().notNull().default('06:00'),
		last_image_path: text(),
		/** When the picture at last_image_path was taken: a late one must not replace a newer one. */
		last_captured_at: at(),
		last_image_problem: text(),
		last_seen_at: at(),
		/** SHA-256 of the key; the key itself is told once and kept nowhere. Null once the device is removed. */
		key_hash: text().unique(),
		removed_at: at(),
		created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index().on(t._owner, t.created_at)],
);

export const pairings = pgTable(
	'pairings',
	{ code: text().primaryKey(), _owner: owner(), expires_at: at().notNull() },
	(t) => [index().on(t._owner)],
);

export const captures = pgTable(
	'captures',
	{
		id: text().primaryKey(),
		deviceId: text()
			.notNull()
			.references(() => devices.id, { onDelete: 'cascade' }),
		/** The camera's own name for it, X-Capture-Id: the same name again is the same capture. */
		capture_key: text().notNull(),
		captured_at: at().notNull(),
		received_at: at().notNull().defaultNow(),
		/** What the camera sent, as it came. It may carry a place or a name, and never leaves the system. */
		original_path: text().notNull(),
		/** What may leave; null until prepared, or for good where `problem` says why. */
		image_path: text(),
		thumb_path: text(),
		problem: text(),
	},
	(t) => [
		unique().on(t.deviceId, t.capture_key),
		index().on(t.deviceId, t.captured_at.desc(), t.id.desc()),
		index().on(t.received_at),
		index().on(t.id).where(sql`${t.thumb_path} is null and ${t.problem} is null`),
	],
);
