import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = () => timestamp({ withTimezone: true });

/** Accounts and user documents in one row: better-auth's fields first, then the document's own. */
export const users = pgTable('users', {
	id: text().primaryKey(),
	email: text().notNull().unique(),
	emailVerified: boolean().notNull().default(false),
	image: text(),
	createdAt: at().notNull().defaultNow(),
	updatedAt: at().notNull().defaultNow(),
	name: text().notNull(),
	tours: text().array().notNull().default(sql`'{}'`),
	/** IANA name of the zone times are shown in; null is that of the browser. */
	zone: text(),
	/** Which mails the owner wants. */
	mail_failures: boolean().notNull().default(true),
	mail_credits: boolean().notNull().default(true),
});

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

/** A way to sign in. Only `password` holds something today; the other columns are better-auth's for other providers. */
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

/** Secrets that all processes share and that nobody had to set. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });
