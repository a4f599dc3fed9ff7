/**
 * Preloaded into a server under test, without its knowledge. When its parent says so, the process kills itself (SIGKILL) just
 * before the nth lasting effect: a commit, a file moved into place, an acknowledgement. It also queries the database for its
 * parent, who cannot open it while it is inside this process.
 */
import { writeSync } from 'node:fs';
import fs from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const WRITES = /\b(?:insert into\s|update\s|delete from\s)/i;
const ACKNOWLEDGES = /^(?:250 OK: message queued|HTTP\/1\.1 20[02])/;
/** Queries of the parent begin with this; they are not the server's. */
const ASKED = '/* asked */ ';
const OTHERS = /\bqueue\.|rate_limits|^\/\* asked/;

let left = Number.POSITIVE_INFINITY;
let ask: ((sql: string) => Promise<{ rows: unknown[] }>) | undefined;

function lasting(what: string): void {
	left -= 1;
	if (left > 0) return;
	writeSync(2, `died before: ${what.replace(/\s+/g, ' ').slice(0, 60)}\n`);
	process.kill(process.pid, 'SIGKILL');
}

// Normally written at a clean end, which this process may not have.
process.once('message', () => flushCompileCache());
process.on('message', async (said: { dieBefore: number } | { sql: string }) => {
	if ('dieBefore' in said) left = said.dieBefore;
	else process.send?.((await ask?.(said.sql))?.rows);
});

// The parent is gone.
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

/** In a transaction nothing lasts before its commit, and a commit without writes changes nothing. */
const written = new WeakMap<object, string | null>();

function sees(connection: object, text: string): void {
	if (/^begin/i.test(text)) written.set(connection, null);
	else if (/^(?:commit|rollback)/i.test(text)) {
		const wrote = written.get(connection);
		written.delete(connection);
		if (wrote && /^commit/i.test(text)) lasting(`commit of ${wrote}`);
	} else if (isWrite(text)) {
		if (written.has(connection)) written.set(connection, text);
		else lasting(text);
	}
}

const { query: pgQuery } = pg.Client.prototype;
pg.Client.prototype.query = function (
	this: pg.Client & { connectionParameters: pg.ClientConfig },
	...given: never[]
) {
	const [first] = given as unknown as [string | { text?: string }];
	const text = (typeof first === 'string' ? first : first?.text) ?? '';
	if (this.connectionParameters.application_name === 'watchword') {
		ask ??= askPostgres(this.connectionParameters);
		sees(this, text);
	}
	return (pgQuery as (...all: never[]) => never).apply(this, given);
} as typeof pgQuery;

/** A message to PGlite begins with one of these: a query, a statement to parse, or the name of a prepared one. */
const SENT = /^(?:Q.{4}|P.{4}\0|B.{4}\0(?=planned_))([^\0]+)/s;
const PREPARES = /^prepare (planned_\d+) as (.*)/s;
const planned = new Map<string, string>();
const { execProtocolStream } = PGlite.prototype;
PGlite.prototype.execProtocolStream = function (message, ...rest) {
	ask ??= (sql) => this.query(`${ASKED}${sql}`);
	const [, text = ''] = SENT.exec(Buffer.from(message).toString('latin1')) ?? [];
	const [, name, prepared] = PREPARES.exec(text) ?? [];
	if (name && prepared) planned.set(name, prepared);
	else sees(this, planned.get(text) ?? text);
	return execProtocolStream.call(this, message, ...rest);
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
