import { createHash, randomBytes } from 'node:crypto';

/** One authentication scheme that `WWW-Authenticate` offers (RFC 7616, RFC 7617). */
export interface Challenge {
	scheme: string;
	parameters: Record<string, string>;
}

interface Question {
	method: string;
	/** The path with its query, as in the request's first line. */
	uri: string;
	user: string;
	password: string;
	/** How often this nonce was used, this time included. */
	count: number;
	cnonce?: string;
}

const HASHES: Record<string, string> = { 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256', MD5: 'md5' };
/** A word, alone (a scheme) or with a value (a parameter). */
const WORDS = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]*)))?/g;

/** All that a header offers; several may be in one header. */
export function readChallenges(header: string): Challenge[] {
	const found: Challenge[] = [];
	for (const [whole, word = '', quoted, bare] of header.matchAll(WORDS)) {
		if (!whole.includes('=')) found.push({ scheme: word.toLowerCase(), parameters: {} });
		else {
			const challenge = found.at(-1);
			if (challenge) challenge.parameters[word.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '';
		}
	}
	return found;
}

/** The strongest one that we can answer: digest with the better hash, then basic. */
export function strongest(challenges: Challenge[]): Challenge | null {
	const digests = Object.keys(HASHES).flatMap((name) =>
		challenges.filter((one) => one.scheme === 'digest' && hashOf(one) === name && qopOf(one) !== null),
	);
	return digests[0] ?? challenges.find((one) => one.scheme === 'basic') ?? null;
}

/** The value of `Authorization` that answers a challenge. */
export function answer(challenge: Challenge, question: Question): string {
	const { user, password } = question;
	if (challenge.scheme === 'basic') {
		return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
	}
	const { realm = '', nonce = '', opaque, algorithm } = challenge.parameters;
	const { method, uri, cnonce = randomBytes(16).toString('base64url') } = question;
	const hash = (...parts: string[]) =>
		createHash(HASHES[hashOf(challenge)] ?? 'md5')
			.update(parts.join(':'))
			.digest('hex');
	const nc = question.count.toString(16).padStart(8, '0');
	const qop = qopOf(challenge);
	const secret = hash(user, realm, password);
	const session = /-sess$/i.test(algorithm ?? '') ? hash(secret, nonce, cnonce) : secret;
	const request = hash(method, uri);
	const response = qop ? hash(session, nonce, nc, cnonce, qop, request) : hash(session, nonce, request);
	const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
	return `Digest ${[
		`username=${quote(user)}`,
		`realm=${quote(realm)}`,
		`uri=${quote(uri)}`,
		...(algorithm ? [`algorithm=${algorithm}`] : []),
		`nonce=${quote(nonce)}`,
		...(qop ? [`nc=${nc}`, `cnonce=${quote(cnonce)}`, `qop=${qop}`] : []),
		`response=${quote(response)}`,
		...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
	].join(', ')}`;
}

const hashOf = ({ parameters }: Challenge) =>
	(parameters.algorithm || 'MD5').toUpperCase().replace(/-SESS$/, '');

/** `auth`, '' for the oldest form without qop, or null if we support none of the offered ones. */
function qopOf({ parameters: { qop } }: Challenge): 'auth' | '' | null {
	if (qop === undefined) return '';
	return qop.split(',').some((one) => one.trim().toLowerCase() === 'auth') ? 'auth' : null;
}
