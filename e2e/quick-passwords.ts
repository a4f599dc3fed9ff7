/**
 * Loaded before a server of the browser tests: it hashes passwords with a thousandth of the work. That guessing them is slow
 * is no matter of the browser. It is no setting, so that no server of an operator can have it.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
const quick = (...[password, salt, length, options, done]: Parameters<typeof scrypt>) =>
	scrypt(password, salt, length, { ...options, N: 16 }, done);
crypto.scrypt = Object.assign(quick, scrypt) as typeof scrypt;
syncBuiltinESMExports();
