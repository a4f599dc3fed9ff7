/**
 * Preloaded into a server under test, which knows nothing of it. On its parent's word the process dies, by SIGKILL, just
 * before the nth thing that would outlast it: a commit, a file put in its place, an acknowledgement. It also asks the
 * database for its parent, who cannot while that is inside this process.
 */
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const WRITES = /\b(?:insert into\s|update\s|delete from\s|execute planned_)/i;
const ACKNOWLEDGES = /^(?:250 OK: message queued|HTTP\/1\.1 20[02])/;
const OTHERS = /\bqueue\.|rate_limits|^prepare /;

let left = Number.POSITIVE_INFINITY;
let ask: ((sql: string) => Promise<{ rows: unknown[] }>) | undefined;

function lasting(what: string): void {
	left -= 1;
	if (left > 0) return;
	writeSync(2, `died before: ${what.replace(/\s+/g, ' ').slice(0, 60)}\n`);
	process.kill(process.pid, 'SIGKILL');
}

// Normally written when a process ends well, which this one may not.
process.once('message', () => flushCompileCache());
process.on('message', async (said: { dieBefore: number } | { sql: string }) => {
	if ('dieBefore' in said) left = said.dieBefore;
	else process.send?.((await ask?.(said.sql))?.rows);
});

// Nobody is left to tell it anything.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

function askPostgres(where: pg.ClientConfig) {
	const client = new pg.Client({ ...where, application_name: 'test' });
	const connected = client.connect();
	return async (sql: string) => {
		await connected;
		return client.query(sql);
	};
}

const isWrite = (text: string) => WRITES.test(text) && !OTHERS.test(text);

/** Inside a transaction nothing lasts before its commit, and no commit does that has written nothing. */
const written = new WeakMap<object, string | null>();
const { query: pgQuery } = pg.Client.prototype;
pg.Client.prototype.query = function (
	this: pg.Client & { connectionParameters: pg.ClientConfig },
	...given: never[]
) {
	const [first] = given as unknown as [string | { text?: string }];
	const text = (typeof first === 'string' ? first : first?.text) ?? '';
	const { application_name } = this.connectionParameters;
	if (application_name === 'watchword') {
		ask ??= askPostgres(this.connectionParameters);
		if (/^begin/i.test(text)) written.set(this, null);
		else if (/^(?:commit|rollback)/i.test(text)) {
			const wrote = written.get(this);
			written.delete(this);
			if (wrote && /^commit/i.test(text)) lasting(`commit of ${wrote}`);
		} else if (isWrite(text)) {
			if (written.has(this)) written.set(this, text);
			else lasting(text);
		}
	}
	return (pgQuery as (...all: never[]) => never).apply(this, given);
} as typeof pgQuery;

const base = Object.getPrototypeOf(PGlite.prototype) as PGlite;
const { query, exec, transaction } = base;
base.query = function (this: PGlite, text, ...rest) {
	ask ??= (sql) => query.call(this, sql);
	if (isWrite(text)) lasting(text);
	return query.call(this, text, ...rest) as never;
};
base.exec = function (this: PGlite, text, ...rest) {
	if (isWrite(text)) lasting(text);
	return exec.call(this, text, ...rest);
};
base.transaction = function (this: PGlite, act) {
	return transaction.call(this, async (tx) => {
		let wrote = '';
		const seen = new Proxy(tx, {
			get(target, name) {
				const value = Reflect.get(target, name);
				if (typeof value !== 'function') return value;
				return (...given: unknown[]) => {
					if ((name === 'query' || name === 'exec') && isWrite(String(given[0]))) wrote = String(given[0]);
					return value.apply(target, given);
				};
			},
		});
		const result = await act(seen);
		if (wrote) lasting(`commit of ${wrote}`);
		return result;
	}) as never;
};

const { rename } = fs;
fs.rename = (from, to) => {
	lasting(`file ${to}`);
	return rename(from, to);
};
syncBuiltinESMExports();

const { write } = net.Socket.prototype;
net.Socket.prototype.write = function (this: net.Socket, ...given: never[]) {
	const [chunk] = given as unknown as [Uint8Array | string];
	const start =
		typeof chunk === 'string' ? chunk.slice(0, 30) : Buffer.from(chunk.subarray(0, 30)).toString('latin1');
	if (ACKNOWLEDGES.test(start)) lasting(start.trim());
	return (write as (...all: never[]) => never).apply(this, given);
} as typeof write;
