import { PRESENCES, type Presence } from '@watchword/contract/alerts';
import { answerPage, type PlainPage, tooMany } from '../base/html.ts';
import type { Places } from '../base/places.ts';
import { newRouter } from '../base/route.ts';
import type { Db } from '../ports/database.ts';
import { findPresence, setPresence } from './accounts.ts';
import { qrSvg } from './qr-code.ts';

const PATH = '/presence';
const NAME = 'Home or away';

/**
 * The switch between home and away, for the home screen of a phone: whoever has the address can use it, without signing in.
 * Opening it changes nothing.
 */
export function presenceRoutes(db: Db, places: Places) {
	const router = newRouter();
	router.get(`${PATH}/:key`, async (c) => {
		const key = c.req.param('key');
		const found = await findPresence(db, key);
		return answerPage(
			c,
			found ? switchPage(found.presence, key) : ((await tooMany(c, db, 'presence')) ?? UNKNOWN),
		);
	});
	router.post(`${PATH}/:key`, async (c) => {
		const refused = await tooMany(c, db, 'presence');
		if (refused) return answerPage(c, refused);
		const key = c.req.param('key');
		const found = await findPresence(db, key);
		if (!found) return answerPage(c, UNKNOWN);
		const asked = c.req.query('set');
		const presence = PRESENCES.find((one) => one === asked);
		if (!presence) return answerPage(c, { ...switchPage(found.presence, key), status: 400 });
		await setPresence(db, found.uid, presence);
		// Reloading the page then only shows the state.
		return c.redirect(`${PATH}/${key}`, 303);
	});
	router.get(`${PATH}/:key/app.webmanifest`, async (c) => {
		const key = c.req.param('key');
		if (!(await findPresence(db, key))) return c.notFound();
		return c.body(JSON.stringify(manifest(key)), 200, { 'content-type': 'application/manifest+json' });
	});
	router.get(`${PATH}/:key/qr.svg`, async (c) => {
		const key = c.req.param('key');
		if (!(await findPresence(db, key))) return c.notFound();
		const svg = await qrSvg(`${places.publicUrl}${PATH}/${key}`, 1);
		return c.body(svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' });
	});
	return router;
}

const UNKNOWN: PlainPage = {
	title: 'This link does not work',
	words:
		'It is not complete, or there is a newer one. The Account page of the portal shows the one that works.',
	status: 404,
};

const STATES: { [P in Presence]: { title: string; words: string; button: string } } = {
	home: {
		title: 'You are at home',
		words: 'Automations that work only while you are away do nothing now.',
		button: 'At home',
	},
	away: {
		title: 'You are away',
		words: 'Automations that work only while you are at home do nothing now.',
		button: 'Away',
	},
};

function switchPage(presence: Presence, key: string): PlainPage {
	const button = (to: Presence) =>
		`<button formaction="?set=${to}"${to === presence ? ' class="quiet" aria-pressed="true"' : ''}>${STATES[to].button}</button>`;
	const { title, words } = STATES[presence];
	return {
		title,
		words,
		after: `<form method="post">${PRESENCES.map(button).join('\n')}</form>`,
		head: [
			`<link rel="manifest" href="${PATH}/${key}/app.webmanifest">`,
			'<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
			'<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
			`<meta name="apple-mobile-web-app-title" content="${NAME}">`,
			'<meta name="theme-color" content="#f7f5ef" media="(prefers-color-scheme: light)">',
			'<meta name="theme-color" content="#161714" media="(prefers-color-scheme: dark)">',
		].join('\n'),
	};
}

const manifest = (key: string) => ({
	id: `${PATH}/${key}`,
	name: NAME,
	short_name: NAME,
	start_url: `${PATH}/${key}`,
	scope: PATH,
	display: 'standalone',
	background_color: '#161714',
	theme_color: '#1f5c46',
	icons: [
		{ src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
		{ src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
		{ src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
	],
});
