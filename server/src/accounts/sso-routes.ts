import { isScreen, PATHS } from '@watchword/contract/paths';
import * as routes from '@watchword/contract/routes/accounts';
import type { SsoProblem } from '@watchword/contract/sso-problem';
import type { Context } from 'hono';
import { causesOf } from '../base/causes.ts';
import { addressKey, limit } from '../base/limits.ts';
import { Refusal } from '../base/refusal.ts';
import { type Env, newRouter, serve } from '../base/route.ts';
import { SsoFailure } from '../base/sso-failure.ts';
import type { SingleSignOn, SsoAttempt } from '../ports.ts';
import { beginSession, type SessionNeeds } from './begin-session.ts';
import { noteEvent, originOf } from './history.ts';
import { rememberOnce, takeOnce } from './one-time.ts';
import { accountOfPerson, SsoRefused } from './sso.ts';

const PURPOSE = 'sso';
const ATTEMPT_SECONDS = 10 * 60;

/** From one address: enough for an office, and each leaves a row for ten minutes. */
const STARTS = { perAddress: 100, windowSeconds: 15 * 60 };

/** What is remembered while a browser is at the provider. */
interface Kept {
	attempt: SsoAttempt;
	/** Where it goes afterwards. */
	to: string;
}

interface Needs extends SessionNeeds {
	/** Null if the operator has set no provider. */
	sso: SingleSignOn | null;
}

/** Browsers are sent to these addresses, so every refusal leads to a screen that says why. */
export function ssoRoutes(needs: Needs) {
	const { db, publicUrl } = needs;
	const secure = publicUrl.startsWith('https:');
	const router = newRouter();

	const offered = () => {
		if (needs.sso) return needs.sso;
		throw new Refusal('not-found', 'Single sign-on is not set up here.');
	};

	serve(router, routes.beginSso, async ({ query, c }) => {
		const sso = offered();
		try {
			await limit(db, `sso:address:${addressKey(c.var.ip)}`, STARTS.perAddress, STARTS.windowSeconds);
			const { url, attempt } = await sso.begin(false);
			const kept: Kept = { attempt, to: ownPath(query.to, publicUrl) };
			await rememberOnce(db, c, secure, PURPOSE, JSON.stringify(kept), ATTEMPT_SECONDS);
			return c.redirect(url);
		} catch (error) {
			return refuse(c, error);
		}
	});

	serve(router, routes.finishSso, async ({ c }) => {
		const sso = offered();
		try {
			const kept = await takeOnce(db, c, secure, PURPOSE);
			if (!kept) throw new SsoRefused('expired');
			const { attempt, to } = JSON.parse(kept) as Kept;
			const person = await sso.finish(new URL(c.req.url).searchParams, attempt);
			const uid = await accountOfPerson({ ...needs, sso }, person, originOf(c));
			await beginSession(needs, c, { uid, how: 'sso', strong: true });
			return c.redirect(to);
		} catch (error) {
			return refuse(c, error);
		}
	});

	async function refuse(c: Context<Env>, error: unknown): Promise<Response> {
		const problem = problemOf(error);
		const uid = error instanceof SsoRefused ? error.uid : null;
		const reason = causesOf(error).map(({ message }) => message);
		const level = problem === 'failed' ? 'error' : problem === 'unavailable' ? 'warn' : 'info';
		c.var.log[level]({ uid, how: 'sso', outcome: problem, reason }, 'sign-in');
		if (uid) await noteEvent(db, uid, 'sign-in-failed', { how: 'sso' }, originOf(c));
		return c.redirect(`${PATHS.signIn}?problem=${problem}`);
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

/** A path of the portal for customers; of anything else, where one begins. */
function ownPath(to: string | undefined, publicUrl: string): string {
	const url = to && URL.canParse(to, publicUrl) ? new URL(to, publicUrl) : null;
	const isOwn = url?.origin === new URL(publicUrl).origin && url.pathname.startsWith(`${PATHS.app}/`);
	return url && isOwn && isScreen(url.pathname) ? url.pathname + url.search + url.hash : PATHS.dashboard;
}
