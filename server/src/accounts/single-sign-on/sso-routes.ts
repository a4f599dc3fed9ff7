import { isScreen, PATHS } from '@watchword/contract/paths';
import * as routes from '@watchword/contract/routes/accounts';
import type { SsoProblem } from '@watchword/contract/sso-problem';
import type { Context } from 'hono';
import { causesOf, Refusal, SsoFailure } from '../../base/failures.ts';
import { addressKey, limit } from '../../base/limits.ts';
import { type Env, newRouter, type SignedInGuard, serve } from '../../base/route.ts';
import type { SingleSignOn, SsoAttempt } from '../../ports/single-sign-on.ts';
import { noteEvent, originOf } from '../history.ts';
import { rememberOnce, takeOnce } from '../one-time.ts';
import { beginSession, type SessionNeeds } from '../sessions/begin-session.ts';
import { confirmSession } from '../sessions/sessions.ts';
import { accountOfPerson, linkedAccount, SsoRefused } from './sso.ts';

const PURPOSE = 'sso';
const ATTEMPT_SECONDS = 10 * 60;

/** Per address: enough for an office. Each leaves a row for ten minutes. */
const STARTS = { perAddress: 100, windowSeconds: 15 * 60 };

/** What is stored while a browser is at the provider. */
interface Kept {
	attempt: SsoAttempt;
	/** Where it goes afterwards. */
	to: string;
	/** The session whose owner authenticates again; null for a sign-in. */
	confirms: { uid: string; sessionId: string } | null;
}

interface Needs extends SessionNeeds {
	/** Null if the operator has configured no provider. */
	sso: SingleSignOn | null;
	signedIn: SignedInGuard;
}

/** Browsers are sent to these addresses, so every refusal leads to a screen that says why. */
export function ssoRoutes(needs: Needs) {
	const { db, publicUrl, signedIn } = needs;
	const secure = publicUrl.startsWith('https:');
	const router = newRouter();

	const offered = () => {
		if (needs.sso) return needs.sso;
		throw new Refusal('not-found', 'Single sign-on is not set up here.');
	};

	serve(router, routes.beginSso, async ({ query, c }) => {
		const sso = offered();
		try {
			return c.redirect(await begin(c, sso, query.to, null));
		} catch (error) {
			return refuse(c, error);
		}
	});

	serve(
		router,
		routes.confirmBySso,
		async ({ body, user: { uid, sessionId }, c }) => {
			const sso = offered();
			const begun = begin(c, sso, body.to, { uid, sessionId }).catch((error: unknown) => {
				if (!(error instanceof SsoFailure)) throw error;
				throw new Refusal('unavailable', `${sso.name} does not answer right now.`, { cause: error });
			});
			return { url: await begun };
		},
		signedIn,
	);

	serve(router, routes.finishSso, async ({ c }) => {
		const sso = offered();
		const json = await takeOnce(db, c, secure, PURPOSE);
		const kept = json === null ? null : (JSON.parse(json) as Kept);
		try {
			if (!kept) throw new SsoRefused('expired');
			const { attempt, to, confirms } = kept;
			const person = await sso.finish(new URL(c.req.url).searchParams, attempt);
			if (confirms) {
				const linked = await linkedAccount(db, person);
				if (linked?.uid !== confirms.uid) throw new SsoRefused('other-person', confirms.uid);
				await confirmSession(db, confirms);
				c.var.log.info({ uid: confirms.uid, how: 'sso' }, 'confirmed');
				return c.redirect(saying(to, 'yes'));
			}
			const uid = await accountOfPerson({ ...needs, sso }, person, originOf(c));
			await beginSession(needs, c, { uid, how: 'sso', strong: true });
			return c.redirect(to);
		} catch (error) {
			return refuse(c, error, kept?.confirms ? kept.to : null);
		}
	});

	/** Returns the address at the provider, and gives the browser a cookie that it must bring back. */
	async function begin(
		c: Context<Env>,
		sso: SingleSignOn,
		to: string | undefined,
		confirms: Kept['confirms'],
	): Promise<string> {
		await limit(db, `sso:address:${addressKey(c.var.ip)}`, STARTS.perAddress, STARTS.windowSeconds);
		const { url, attempt } = await sso.begin(confirms !== null);
		const kept: Kept = { attempt, to: ownPath(to, publicUrl), confirms };
		await rememberOnce(db, c, secure, PURPOSE, JSON.stringify(kept), ATTEMPT_SECONDS);
		return url;
	}

	/** Shows the reason on the sign-in screen, or on the screen that the customer came from. */
	async function refuse(c: Context<Env>, error: unknown, cameFrom: string | null = null): Promise<Response> {
		const problem = problemOf(error);
		const uid = error instanceof SsoRefused ? error.uid : null;
		const reason = causesOf(error).map(({ message }) => message);
		const level = problem === 'failed' ? 'error' : problem === 'unavailable' ? 'warn' : 'info';
		c.var.log[level]({ uid, how: 'sso', outcome: problem, reason }, 'sign-in');
		if (uid) await noteEvent(db, uid, 'sign-in-failed', { how: 'sso' }, originOf(c));
		return c.redirect(cameFrom ? saying(cameFrom, problem) : `${PATHS.signIn}?problem=${problem}`);
	}

	return router;
}

function problemOf(error: unknown): SsoProblem {
	if (error instanceof SsoRefused) return error.problem;
	if (error instanceof SsoFailure) return error.why;
	if (!(error instanceof Refusal)) return 'failed';
	if (error.code === 'auth/user-disabled') return 'disabled';
	return error.code === 'resource-exhausted' ? 'too-many' : 'failed';
}

/** The path with the result of the new authentication. */
function saying(path: string, confirmed: 'yes' | SsoProblem): string {
	const url = new URL(path, 'http://portal');
	url.searchParams.set('confirmed', confirmed);
	return url.pathname + url.search + url.hash;
}

/** The path if it belongs to the portal for customers; otherwise the start page. */
function ownPath(to: string | undefined, publicUrl: string): string {
	const url = to && URL.canParse(to, publicUrl) ? new URL(to, publicUrl) : null;
	const isOwn = url?.origin === new URL(publicUrl).origin && url.pathname.startsWith(`${PATHS.app}/`);
	return url && isOwn && isScreen(url.pathname) ? url.pathname + url.search + url.hash : PATHS.dashboard;
}
