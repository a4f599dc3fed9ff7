import type { PasskeyAnswer } from '@watchword/contract/passkey';
import type { Context } from 'hono';
import { Refusal } from '../../base/failures.ts';
import type { Env, SignedIn } from '../../base/route.ts';
import type { Db } from '../../ports/database.ts';
import { noteEvent, originOf } from '../history.ts';
import { rememberOnce, takeOnce } from '../one-time.ts';
import { confirmSession } from '../sessions/sessions.ts';
import { acceptAnswer, findPasskey, markStrong } from './passkeys.ts';
import { CHALLENGE_SECONDS, newChallenge, PasskeyRefused, type Site, siteOf } from './webauthn.ts';

/** The account of the passkey that gave this answer. A refused answer is logged, and recorded for the owner if there is one. */
export async function accountByPasskey(
	needs: ChallengeNeeds,
	c: Context<Env>,
	answer: PasskeyAnswer,
): Promise<string> {
	const { db, publicUrl } = needs;
	const site = requireSite(publicUrl);
	const passkey = await findPasskey(db, answer.id);
	const uid = passkey?._owner;
	try {
		const challenge = await takeChallenge(needs, c, 'passkey-sign-in', null);
		if (!passkey) throw new PasskeyRefused('unknown');
		await acceptAnswer(db, site, challenge, passkey, answer);
		return passkey._owner;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		if (uid) await noteEvent(db, uid, 'sign-in-failed', { how: 'passkey', name: passkey.name }, originOf(c));
		const outcome = error instanceof PasskeyRefused ? `passkey: ${error.problem}` : 'disabled';
		c.var.log.info({ uid, outcome }, 'sign-in');
		throw error;
	}
}

/** Remembers for a few minutes that the owner of this session confirmed with a passkey, which counts as more than a password. */
export async function confirmByPasskey(
	needs: ChallengeNeeds,
	c: Context<Env>,
	user: SignedIn,
	answer: PasskeyAnswer,
): Promise<void> {
	const { db, publicUrl } = needs;
	const site = requireSite(publicUrl);
	try {
		const challenge = await takeChallenge(needs, c, 'passkey-confirm', user.uid);
		const passkey = await findPasskey(db, answer.id);
		if (!passkey) throw new PasskeyRefused('unknown');
		if (passkey._owner !== user.uid) throw new PasskeyRefused('account');
		await acceptAnswer(db, site, challenge, passkey, answer);
	} catch (error) {
		if (error instanceof PasskeyRefused) c.var.log.info({ outcome: error.problem }, 'passkey not accepted');
		throw error;
	}
	await markStrong(db, user.sessionId);
	await confirmSession(db, user);
}

/** The site of this installation. Without a host name there are no passkeys. */
export function requireSite(publicUrl: string): Site {
	const site = siteOf(publicUrl);
	if (site) return site;
	throw new Refusal(
		'permission-denied',
		'Passkeys need an address with a name. This server is reached by an IP address: the operator can set PUBLIC_URL.',
	);
}

interface ChallengeNeeds {
	db: Db;
	publicUrl: string;
}

type Purpose = 'passkey-add' | 'passkey-sign-in' | 'passkey-confirm';

const isSecure = ({ publicUrl }: ChallengeNeeds) => publicUrl.startsWith('https:');

/** A challenge for this browser, and for the signed-in account if there is one. */
export async function newChallengeFor(
	needs: ChallengeNeeds,
	c: Context<Env>,
	purpose: Purpose,
	uid: string | null,
): Promise<string> {
	const challenge = newChallenge();
	const value = JSON.stringify({ challenge, uid });
	await rememberOnce(needs.db, c, isSecure(needs), purpose, value, CHALLENGE_SECONDS);
	return challenge;
}

/** The challenge for this browser and account. It works once, even if the answer is wrong. */
export async function takeChallenge(
	needs: ChallengeNeeds,
	c: Context<Env>,
	purpose: Purpose,
	uid: string | null,
): Promise<string> {
	const value = await takeOnce(needs.db, c, isSecure(needs), purpose);
	const given = value === null ? null : (JSON.parse(value) as { challenge: string; uid: string | null });
	if (given?.uid !== uid) throw new PasskeyRefused('challenge');
	return given.challenge;
}
