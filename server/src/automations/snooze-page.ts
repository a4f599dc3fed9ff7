import { clockTime } from '@watchword/contract/clock-time';
import type { Context } from 'hono';
import { Refusal } from '../base/failures.ts';
import { answerPage, type PlainPage, tooMany } from '../base/html.ts';
import { type Env, newRouter } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { snoozeEnd } from './pause.ts';
import {
	type FoundLink,
	findSnoozeLink,
	LINK_ACTS,
	LINK_DAYS,
	type LinkAct,
	SNOOZE_ROUTE,
	takeSnoozeLink,
} from './snooze-links.ts';

/**
 * Where the snooze links of a mail lead. Mail programs and scanners open links by themselves, so a GET changes nothing: a
 * person presses the button, and that works once.
 */
export function snoozeRoutes(db: Db) {
	const router = newRouter();
	router.get(SNOOZE_ROUTE, async (c) => {
		const link = await findSnoozeLink(db, c.req.param('id'));
		if (!link) return answerPage(c, (await tooMany(c, db, 'snooze')) ?? UNKNOWN);
		return answerPage(c, whyUnusable(link) ?? confirmation(link, actOf(c)));
	});
	router.post(SNOOZE_ROUTE, async (c) => {
		const refused = await tooMany(c, db, 'snooze');
		if (refused) return answerPage(c, refused);
		const id = c.req.param('id');
		const link = await findSnoozeLink(db, id);
		if (!link) return answerPage(c, UNKNOWN);
		const act = actOf(c);
		const unusable = whyUnusable(link);
		if (unusable) return answerPage(c, { ...unusable, status: unusable.status ?? 409 });
		if (!act) return answerPage(c, { ...confirmation(link, null), status: 400 });
		const done = await takeSnoozeLink(db, link, act).catch(ifDeleted);
		const now = await findSnoozeLink(db, id);
		if (!now) return answerPage(c, UNKNOWN);
		if (!done) return answerPage(c, { ...(whyUnusable(now) ?? UNKNOWN), status: 409 });
		return answerPage(c, { title: 'Done', words: stateOf(now), after: PORTAL });
	});
	return router;
}

const actOf = (c: Context<Env>): LinkAct | null => {
	const asked = c.req.query('for');
	return LINK_ACTS.find((act) => act === asked) ?? null;
};

/** It was deleted in this very moment. */
function ifDeleted(error: unknown): false {
	if (error instanceof Refusal && error.code === 'not-found') return false;
	throw error;
}

const PORTAL = '<p><a href="/app/automations">Open your automations</a></p>';

const UNKNOWN: PlainPage = {
	title: 'This link does not work',
	words: 'It is not complete, or what it belongs to is gone.',
	status: 404,
};

/** Why a link can no longer be used. */
function whyUnusable(link: FoundLink): PlainPage | null {
	const { _name, _deleted } = link.automation;
	if (_deleted) {
		return {
			title: 'This automation is gone',
			words: `"${_name}" was deleted. It sends nothing.`,
			status: 410,
		};
	}
	if (link.used_at) return { title: 'This link was used', words: stateOf(link), after: PORTAL };
	if (link.expired) {
		const words = `It worked for ${LINK_DAYS} days after its mail. ${stateOf(link)}`;
		return { title: 'This link has expired', words, after: PORTAL, status: 410 };
	}
	return null;
}

/** The state of an automation in a sentence. */
function stateOf({ automation: { _name, _paused, _snoozedUntil }, accountZone }: FoundLink): string {
	if (_paused) return `"${_name}" is paused. It does nothing until you turn it on in the portal.`;
	if (_snoozedUntil && _snoozedUntil > new Date()) {
		return `"${_name}" is snoozed. It tells nobody until ${timeIn(accountZone, _snoozedUntil)}; what happens is still recorded.`;
	}
	return `"${_name}" is awake and tells you what happens.`;
}

const timeIn = (zone: string, at: Date) =>
	`${clockTime(at, zone, new Date())} (${zone.replaceAll('_', ' ')})`;

const BUTTONS: { [A in LinkAct]: string } = {
	hour: 'Snooze for an hour',
	morning: 'Snooze until tomorrow morning',
	off: 'Pause it until I turn it on',
};

function confirmation(link: FoundLink, chosen: LinkAct | null): PlainPage {
	const acts = chosen ? [chosen, ...LINK_ACTS.filter((act) => act !== chosen)] : LINK_ACTS;
	const button = (act: LinkAct) =>
		`<button formaction="?for=${act}"${act === chosen ? '' : ' class="quiet"'}>${BUTTONS[act]}</button>`;
	return {
		title: chosen ? `${BUTTONS[chosen]}?` : 'Snooze this automation?',
		words: consequence(link, chosen),
		after: `<form method="post">${acts.map(button).join('\n')}</form>`,
	};
}

function consequence({ automation: { _name, _zone }, accountZone }: FoundLink, act: LinkAct | null): string {
	if (!act) return `Choose how long "${_name}" tells nobody.`;
	if (act === 'off') return `"${_name}" does nothing until you turn it on in the portal.`;
	const until = timeIn(accountZone, snoozeEnd(act, _zone, new Date()));
	return `"${_name}" tells nobody until ${until}. What happens is still recorded.`;
}
