import { SIGN_IN_WAYS } from '@watchword/contract/account';
import { ACCOUNT_EVENTS, type AccountEventDetails } from '@watchword/contract/account-event';
import { PRESENCES } from '@watchword/contract/alerts';
import type { TourName } from '@watchword/contract/constants';
import { TOKEN_SCOPES } from '@watchword/contract/token';
import { sql } from 'drizzle-orm';
import {
	bigint,
	boolean,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	timestamp,
	uniqueIndex,
} from 'drizzle-orm/pg-core';

const at = () => timestamp({ withTimezone: true });

/** Accounts and user documents in one row. */
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
		/** Whether there is a daily reminder of mails that wait for approval. */
		mail_waiting: boolean().notNull().default(true),
		/** Quiet hours and the time of the brief, in the local time of alert_zone; null for none. */
		quiet_start: text(),
		quiet_end: text(),
		brief_at: text(),
		alert_zone: text().notNull().default('UTC'),
		/** When the next brief is due. */
		next_brief_at: at(),
		presence: text({ enum: PRESENCES }).notNull().default('home'),
		/** Part of the address that switches it; cannot be guessed. */
		presence_key: text().unique(),
		/** Whether Home Assistant gets its cameras and automations, through the operator's broker. */
		home_assistant: boolean().notNull().default(false),
		/** When the operator disabled this account; null if it is enabled. */
		disabled_at: at(),
		/** When the account is erased because its owner asked for it; null if nobody did. */
		leaves_at: at(),
	},
	(t) => [
		index('briefs_due').on(t.next_brief_at).where(sql`${t.next_brief_at} is not null`),
		index('leaving').on(t.leaves_at).where(sql`${t.leaves_at} is not null`),
	],
);

/** The account that a row belongs to, and with which it is deleted. */
export const owner = () =>
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
		how: text({ enum: SIGN_IN_WAYS }).notNull().default('password'),
		/** Whether more than a password was needed for it: a second factor, a passkey or single sign-on. */
		strong: boolean().notNull().default(false),
		/** When its owner last authenticated again. */
		confirmed_at: at(),
	},
	(t) => [index().on(t.userId), index().on(t.expiresAt)],
);

/** A way to sign in: the password, or the person at the provider of single sign-on. */
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
	(t) => [index().on(t.userId), uniqueIndex().on(t.providerId, t.accountId)],
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
		/** Until then this browser is not asked for the second factor. */
		trusted_until: at(),
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

export const passkeys = pgTable(
	'passkeys',
	{
		id: text().primaryKey(),
		_owner: owner(),
		name: text().notNull(),
		/** The id that the authenticator gave it, base64url. */
		credential_id: text().notNull().unique(),
		/** COSE, base64url. */
		public_key: text().notNull(),
		/** How often it was used, as far as its authenticator counts. */
		counter: bigint({ mode: 'number' }).notNull().default(0),
		transports: text().array().notNull().default(sql`'{}'`),
		/** Whether it is synced to more than one device. */
		backed_up: boolean().notNull().default(false),
		created_at: at().notNull().defaultNow(),
		used_at: at(),
	},
	(t) => [index().on(t._owner)],
);

/** The codes of an authenticator app (TOTP), one app an account. */
export const secondFactors = pgTable('second_factors', {
	_owner: owner().primaryKey(),
	/** Encrypted with the secret of the installation. */
	secret: text().notNull(),
	created_at: at().notNull().defaultNow(),
	/** When the first code was entered; until then nobody is asked for one. */
	confirmed_at: at(),
	/** The time step of the last accepted code: this step and older ones are no longer accepted. */
	last_step: integer().notNull().default(0),
});

/** Each replaces a code of the app once. Only hashes are stored. */
export const recoveryCodes = pgTable(
	'recovery_codes',
	{ _owner: owner(), hash: text().notNull(), used_at: at() },
	(t) => [primaryKey({ columns: [t._owner, t.hash] })],
);

/** An account whose address is being changed: both addresses must agree. Only hashes of the links are stored. */
export const addressChanges = pgTable('address_changes', {
	_owner: owner().primaryKey(),
	email: text().notNull(),
	old_hash: text().notNull().unique(),
	new_hash: text().notNull().unique(),
	old_confirmed_at: at(),
	new_confirmed_at: at(),
	expires_at: at().notNull(),
});

/** What happened to an account, for its owner. */
export const accountEvents = pgTable(
	'account_events',
	{
		id: text().primaryKey(),
		_owner: owner(),
		at: at().notNull().defaultNow(),
		what: text({ enum: ACCOUNT_EVENTS }).notNull(),
		details: jsonb().$type<AccountEventDetails>().notNull().default({}),
		/** Of the browser or program that did it; null if the operator or Watchword itself did. */
		ip_address: text(),
		user_agent: text(),
	},
	(t) => [index().on(t._owner, t.at, t.id), index().on(t.at)],
);
