/** The tokens with which programs use the API: their management, and the authentication of requests. */
import type { ApiToken, ApiTokenStart } from '@watchword/contract/api-token';
import type { Access } from '@watchword/contract/route';
import { TOKEN_PREFIX, TOKEN_SCOPES, TOKENS_MAX, type TokenScope } from '@watchword/contract/token';
import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { publish } from '../../base/events.ts';
import { Refusal } from '../../base/failures.ts';
import { hashToken, newId, randomBase32 } from '../../base/ids.ts';
import { addressKey, limit } from '../../base/limits.ts';
import type { Env, SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import type { Queue } from '../../ports/queue.ts';
import { noteEvent, type Origin } from '../history.ts';
import { ACCOUNT_DISABLED, isOpenToOthers, lockAccount } from '../standing.ts';
import { apiTokens, users } from '../tables.ts';

/** 200 random bits. */
const RANDOM_LENGTH = 40;
/** Wrong tokens in a quarter of an hour from one address. */
const GUESSES = { perAddress: 50, windowSeconds: 15 * 60 };
/** When a token was last used is written at most this often. */
const NOTED_EVERY_SECONDS = 60;

type Row = typeof apiTokens.$inferSelect;

const present = ({ id, name, scopes, created_at, expires_at, used_at }: Row): ApiToken => ({
	id,
	name,
	scopes,
	created_at: created_at.toISOString(),
	expires_at: expires_at?.toISOString() ?? null,
	used_at: used_at?.toISOString() ?? null,
});

export async function listApiTokens(db: Db, uid: string): Promise<ApiToken[]> {
	const rows = await db
		.select()
		.from(apiTokens)
		.where(eq(apiTokens._owner, uid))
		.orderBy(desc(apiTokens.created_at), desc(apiTokens.id));
	return rows.map(present);
}

/** The token itself is returned here and never again. Its owner gets a mail, in case somebody else made it. */
export async function addApiToken(
	db: Db,
	queue: Queue,
	uid: string,
	{ name, scopes, days }: ApiTokenStart,
	origin: Origin,
): Promise<ApiToken & { token: string }> {
	const token = TOKEN_PREFIX + randomBase32(RANDOM_LENGTH);
	return db.transaction(async (tx) => {
		await lockAccount(tx, uid);
		const [kept] = await tx.select({ tokens: count() }).from(apiTokens).where(eq(apiTokens._owner, uid));
		if ((kept?.tokens ?? 0) >= TOKENS_MAX) {
			throw new Refusal(
				'resource-exhausted',
				`An account has at most ${TOKENS_MAX} API tokens. Revoke one that is not needed any more.`,
			);
		}
		const [added] = await tx
			.insert(apiTokens)
			.values({
				id: newId(),
				_owner: uid,
				name,
				scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
				hash: hashToken(token),
				expires_at: days === null ? null : sql`now() + make_interval(days => ${days})`,
			})
			.returning();
		if (!added) throw new Error('a new API token was not stored');
		await queue.send(tx, 'security-mail', { uid, notice: { what: 'token-added', name, scopes } });
		await noteEvent(tx, uid, 'token-added', { name }, origin);
		await publish(tx, uid, { topic: 'tokens' });
		return { ...present(added), token };
	});
}

/** The token stops working with the commit, and live streams that were opened with it end. */
export async function revokeApiToken(db: Db, uid: string, id: string, origin: Origin): Promise<void> {
	await db.transaction(async (tx) => {
		const [token] = await tx
			.delete(apiTokens)
			.where(and(eq(apiTokens.id, id), eq(apiTokens._owner, uid)))
			.returning({ name: apiTokens.name });
		if (!token) throw new Refusal('not-found', 'There is no such API token.');
		await noteEvent(tx, uid, 'token-revoked', { name: token.name }, origin);
		await publish(tx, uid, { topic: 'tokens' });
	});
}

export const isApiToken = (text: string) => text.startsWith(TOKEN_PREFIX);

/** The account of an API token. `requireScope` decides later what the token may do. */
export async function authenticateApiToken(db: Db, c: Context<Env>, token: string): Promise<SignedIn> {
	const [found] = await db
		.select({
			id: apiTokens.id,
			uid: users.id,
			email: users.email,
			scopes: apiTokens.scopes,
			expires_at: apiTokens.expires_at,
			disabled_at: users.disabled_at,
			leaves_at: users.leaves_at,
			expired: sql<boolean>`coalesce(${apiTokens.expires_at} <= now(), false)`,
			noted: sql<boolean>`coalesce(${apiTokens.used_at} > ${noted}, false)`,
		})
		.from(apiTokens)
		.innerJoin(users, eq(users.id, apiTokens._owner))
		.where(eq(apiTokens.hash, hashToken(token)));
	if (!found || found.expired) {
		c.header('www-authenticate', 'Bearer realm="Watchword", error="invalid_token"');
	}
	if (!found) {
		await limit(db, `api-token:address:${addressKey(c.var.ip)}`, GUESSES.perAddress, GUESSES.windowSeconds);
		throw new Refusal(
			'token/unknown',
			'This API token is unknown or was revoked. Make a new one on the Account screen.',
		);
	}
	if (found.disabled_at) throw new Refusal('auth/user-disabled', ACCOUNT_DISABLED);
	if (found.leaves_at) {
		throw new Refusal(
			'auth/user-disabled',
			'This account is about to be deleted. Its API tokens work again if the account is kept.',
		);
	}
	if (found.expired) {
		const day = found.expires_at?.toISOString().slice(0, 10);
		throw new Refusal(
			'token/expired',
			`This API token expired on ${day}. Make a new one on the Account screen.`,
		);
	}
	if (!found.noted) await noteUse(db, found.id);
	const { uid, email, id, scopes } = found;
	return { uid, email, sessionId: id, scopes, strong: true, confirmedAt: null };
}

const noted = sql`now() - make_interval(secs => ${NOTED_EVERY_SECONDS})`;

async function noteUse(db: Db, id: string): Promise<void> {
	await db
		.update(apiTokens)
		.set({ used_at: sql`now()` })
		.where(and(eq(apiTokens.id, id), or(isNull(apiTokens.used_at), lt(apiTokens.used_at, noted))));
}

/** Refuses an API token that may not do this. A browser session may do everything. */
export function requireScope(c: Context<Env>, { scopes }: SignedIn, access: Access): void {
	if (scopes === null || scopes.some((scope) => scope === access)) return;
	throw new Refusal('token/scope', reasonOf(c, scopes, access));
}

function reasonOf(c: Context<Env>, scopes: readonly TokenScope[], access: Access): string {
	if (access === 'device') return 'This needs the key of a device. An API token cannot do it.';
	const needed = TOKEN_SCOPES.find((scope) => scope === access);
	if (!needed) return 'An API token cannot do this. It needs a browser session: sign in to the portal.';
	c.header('www-authenticate', `Bearer realm="Watchword", error="insufficient_scope", scope="${needed}"`);
	return `This needs an API token with the scope "${needed}". This one has: ${scopes.join(', ')}.`;
}

/** Whether the token of this request can still be used. The account may have closed without them, so it is asked about too. */
export async function apiTokenLives(db: Db, { uid, sessionId }: SignedIn): Promise<boolean> {
	const found = await db
		.select({ id: apiTokens.id })
		.from(apiTokens)
		.innerJoin(users, eq(users.id, apiTokens._owner))
		.where(
			and(
				eq(apiTokens.id, sessionId),
				eq(users.id, uid),
				isOpenToOthers,
				or(isNull(apiTokens.expires_at), gt(apiTokens.expires_at, sql`now()`)),
			),
		);
	return found.length > 0;
}
