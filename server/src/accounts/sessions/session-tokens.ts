import { createHash } from 'node:crypto';
import type { drizzleAdapter } from 'better-auth/adapters/drizzle';

type OpenAdapter = ReturnType<typeof drizzleAdapter>;
type Adapter = ReturnType<OpenAdapter>;
type Where = NonNullable<Parameters<Adapter['findMany']>[0]['where']>;

/** Only the hash of a session token is stored, so that a reader of the table cannot sign in. Tokens have at least 128 random bits. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The same adapter, but it stores and finds sessions by the hash of their token. better-auth only sees tokens. */
export function withHashedTokens(open: OpenAdapter): OpenAdapter {
	return (options) => hashing(open(options));
}

function hashing(adapter: Adapter): Adapter {
	const ofSession = <T extends { model: string; where?: Where | undefined }>(given: T): T =>
		given.model === 'session' && given.where ? { ...given, where: given.where.map(hashed) } : given;
	return {
		...adapter,
		async create(given) {
			const { token } = given.data as { token?: unknown };
			if (given.model !== 'session' || typeof token !== 'string') return adapter.create(given);
			const made = await adapter.create({ ...given, data: { ...given.data, token: hashToken(token) } });
			return { ...made, token } as never;
		},
		async findOne(given) {
			return withToken(await adapter.findOne(ofSession(given)), given) as never;
		},
		async findMany(given) {
			const found = await adapter.findMany(ofSession(given));
			return found.map((row) => withToken(row, given)) as never;
		},
		async update(given) {
			return withToken(await adapter.update(ofSession(given)), given) as never;
		},
		count: (given) => adapter.count(ofSession(given)),
		updateMany: (given) => adapter.updateMany(ofSession(given)),
		delete: (given) => adapter.delete(ofSession(given)),
		deleteMany: (given) => adapter.deleteMany(ofSession(given)),
		transaction: (act) => adapter.transaction((inside) => act(hashing(inside as Adapter))),
	};
}

const byToken = ({ field, value }: Where[number]) => field === 'token' && typeof value === 'string';

const hashed = (condition: Where[number]): Where[number] =>
	byToken(condition) ? { ...condition, value: hashToken(String(condition.value)) } : condition;

/** Puts the token back into a session that was found by it. */
function withToken(row: unknown, { model, where }: { model: string; where?: Where | undefined }): unknown {
	const asked = model === 'session' ? where?.find(byToken) : undefined;
	return row && asked ? { ...row, token: asked.value } : row;
}
