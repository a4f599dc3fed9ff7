import { PRESENCES } from '@watchword/contract/alerts';
import type { TourName } from '@watchword/contract/constants';
import { TOKEN_SCOPES } from '@watchword/contract/token';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = () => timestamp({ withTimezone: true });

/** Accounts and user documents in one row: better-auth's fields first, then the document's own. */
export const users = pgTable(
	'users',
	{
		id: text().primaryKey(),
		email: text().notNull().unique(),
		emailVerified: boolean().notNull().default(false),
		image: text(),
		createdAt: at().notNull().defaultNow(),
		updatedAt: at().notNull().defaultNow(),
		name: text().notNull(),
		tours: text().array().$type<TourName[]>().notNull().default(sql`'{}'`),
		/** IANA name of the time zone for display; null means the zone of the browser. */
		zone: text(),
		/** Which mails the owner wants. */
		mail_failures: boolean().notNull().default(true),
		mail_credits: boolean().notNull().default(true),
		mail_silent: boolean().notNull().default(true),
		/** Whether mails that wait for a yes are reminded of every day. */
		mail_waiting: boolean().notNull().default(true),
		/** Quiet hours and the time of the brief, as the wall clock of alert_zone shows them; null for none. */
		quiet_start: text(),
		quiet_end: text(),
		brief_at: text(),
		alert_zone: text().notNull().default('UTC'),
		/** When the next brief is due. */
		next_brief_at: at(),
		presence: text({ enum: PRESENCES }).notNull().default('home'),
		/** Stands in the address that switches it; nobody can guess it. */
		presence_key: text().unique(),
		/** When the operator disabled this account; null if it is enabled. */
		disabled_at: at(),
	},
	(t) => [index('briefs_due').on(t.next_brief_at).where(sql`${t.next_brief_at} is not null`)],
);

const owner = () =>
	text()
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
	'sessions',
	{
		id: text().primaryKey(),
		token: text().notNull().unique(),
		userId: owner(),
		expiresAt: at().notNull(),
		createdAt: at().notNull().defaultNow(),
		updatedAt: at().notNull().defaultNow(),
		ipAddress: text(),
		userAgent: text(),
	},
	(t) => [index().on(t.userId), index().on(t.expiresAt)],
);

/** A way to sign in. Only `password` is used today; better-auth needs the other columns for other providers. */
export const credentials = pgTable(
	'credentials',
	{
		id: text().primaryKey(),
		userId: owner(),
		providerId: text().notNull(),
		accountId: text().notNull(),
		password: text(),
		accessToken: text(),
		refreshToken: text(),
		idToken: text(),
		accessTokenExpiresAt: at(),
		refreshTokenExpiresAt: at(),
		scope: text(),
		createdAt: at().notNull().defaultNow(),
		updatedAt: at().notNull().defaultNow(),
	},
	(t) => [index().on(t.userId)],
);

export const verifications = pgTable(
	'verifications',
	{
		id: text().primaryKey(),
		identifier: text().notNull(),
		value: text().notNull(),
		expiresAt: at().notNull(),
		createdAt: at().notNull().defaultNow(),
		updatedAt: at().notNull().defaultNow(),
	},
	(t) => [index().on(t.identifier), index().on(t.value)],
);

/** Browsers that were signed in before. Each has a random name in a cookie; the hash of the name is stored here. */
export const knownBrowsers = pgTable(
	'known_browsers',
	{
		userId: owner(),
		hash: text().notNull(),
		createdAt: at().notNull().defaultNow(),
		usedAt: at().notNull().defaultNow(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.hash] }), index().on(t.usedAt)],
);

/** Secrets that all processes share. They are generated, not set. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });

/** Tokens by which programs use the API. The token itself is shown once; the hash is stored here. */
export const apiTokens = pgTable(
	'api_tokens',
	{
		id: text().primaryKey(),
		_owner: owner(),
		name: text().notNull(),
		scopes: text({ enum: TOKEN_SCOPES }).array().notNull(),
		hash: text().notNull().unique(),
		created_at: at().notNull().defaultNow(),
		/** Null if it does not expire. */
		expires_at: at(),
		used_at: at(),
	},
	(t) => [index().on(t._owner)],
);
