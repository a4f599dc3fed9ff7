import { CAPTURE_REASONS, CONNECTIONS } from '@watchword/contract/connection';
import type { PictureProblem } from '@watchword/contract/picture-problem';
import type { Zone } from '@watchword/contract/zone';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { owner } from '../accounts/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });
const problem = () => text().$type<PictureProblem>();

/**
 * The part of a mail address before the @, which cannot be guessed: 24 characters of lower-case base32, so that it is never
 * confused with the id of an automation, which has 20. The database creates it, so devices of earlier versions have one, too.
 */
export const newMailAddress = sql`substr(translate(replace(gen_random_uuid()::text, '-', ''), '0189', 'wxyz'), 1, 24)`;

/** A further picture of the moment of a capture, with the same two paths as the capture itself. */
export interface Frame {
	original_path: string;
	image_path: string | null;
}

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
		_zone: text().notNull().default('UTC'),
		_utcOffset: integer().notNull().default(0),
		last_image_path: text(),
		/** When the picture at last_image_path was taken: a late one must not replace a newer one. */
		last_captured_at: at(),
		last_image_problem: problem(),
		last_seen_at: at(),
		zones: jsonb().$type<Zone[]>().notNull().default([]),
		/** Names of zones that were removed, newest last, so that a prompt that still names one can say so. */
		removed_zones: text().array().notNull().default(sql`'{}'`),
		/** When the owner was notified of its silence; null while it is not silent. */
		silence_told_at: at(),
		mail_address: text().notNull().unique().default(newMailAddress),
		connection: text({ enum: CONNECTIONS }),
		/** What the device, or a mail from it, reports as wrong, and since when. */
		problem: text(),
		problem_since: at(),
		/** SHA-256 of the key; the key itself is shown once and not stored. Null once the device is removed. */
		key_hash: text().unique(),
		removed_at: at(),
		created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
	},
	(t) => [index().on(t._owner, t.created_at)],
);

export const pairings = pgTable(
	'pairings',
	{
		code: text().primaryKey(),
		_owner: owner(),
		/** The zone of the browser that requested the code; null if none did. */
		zone: text(),
		expires_at: at().notNull(),
	},
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
		/** What the camera sent, without metadata except the orientation. */
		original_path: text().notNull(),
		/** What is shown: upright; null until it is prepared, and always null if it is broken. */
		image_path: text(),
		thumb_path: text(),
		problem: problem(),
		reason: text({ enum: CAPTURE_REASONS }),
		frames: jsonb().$type<Frame[]>().notNull().default([]),
	},
	(t) => [
		unique().on(t.deviceId, t.capture_key),
		index().on(t.deviceId, t.captured_at.desc(), t.id.desc()),
		index().on(t.received_at),
		index().on(t.id).where(sql`${t.thumb_path} is null and ${t.problem} is null`),
	],
);
