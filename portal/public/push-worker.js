/**
 * Shows push messages of the portal. What comes in a message is checked here once more: it may only show words, a picture of
 * this server and lead to a page of this server. /camera has a worker of its own.
 */
const APP = '/app';
const ICON = '/icons/icon-192.png';

const words = (value, most) => (typeof value === 'string' ? value.slice(0, most) : '');

/** A path of this server that begins so; null for anything else. */
function pathOf(value, beginning) {
	if (typeof value !== 'string' || value.length > 2000) return null;
	try {
		const url = new URL(value, self.location.origin);
		const path = url.pathname + url.search + url.hash;
		return url.origin === self.location.origin && path.startsWith(beginning) ? path : null;
	} catch {
		return null;
	}
}

function read(data) {
	let message = null;
	try {
		message = data?.json();
	} catch {
		// Not a message of ours. Browsers want something to be shown for every push.
	}
	const given = typeof message === 'object' && message !== null ? message : {};
	return {
		title: words(given.title, 200) || 'Watchword',
		body: words(given.body, 1000) || 'Something happened. Open the portal to see it.',
		tag: words(given.tag, 100),
		url: pathOf(given.url, APP) ?? `${APP}/runs`,
		quiet: given.quiet === true,
		picture: pathOf(given.picture, '/v0/'),
		snooze: pathOf(given.snooze, '/snooze/'),
	};
}

const show = (title, options) =>
	self.registration.showNotification(title, { icon: ICON, badge: ICON, ...options });

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
	const { title, body, tag, url, quiet, picture, snooze } = read(event.data);
	event.waitUntil(
		show(title, {
			body,
			data: { title, url, snooze, tag },
			// Without `renotify` a message that takes the place of another would make no sound.
			...(tag && { tag, renotify: !quiet }),
			...(quiet && { silent: true }),
			...(picture && { image: picture }),
			actions: [
				{ action: 'open', title: 'Open' },
				...(snooze ? [{ action: 'snooze', title: 'Snooze an hour' }] : []),
			],
		}),
	);
});

self.addEventListener('notificationclick', (event) => {
	const { notification, action } = event;
	const { title, url, snooze, tag } = notification.data ?? {};
	notification.close();
	event.waitUntil(action === 'snooze' && snooze ? snoozeFor(title, url, snooze, tag) : open(url ?? APP));
});

/** Brings a tab of the portal to the front and shows the page in it; opens one where there is none. */
async function open(url) {
	const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const portals = tabs.filter((tab) => new URL(tab.url).pathname.startsWith(APP));
	const target = new URL(url, self.location.origin).href;
	const there = portals.find((tab) => tab.url === target) ?? portals[0];
	const isThere = there && (there.url === target || (await goesTo(there, url)));
	return isThere ? there.focus().catch(() => there) : self.clients.openWindow(target);
}

/** A tab that sleeps, or whose portal is older than this worker, does not answer. */
const ANSWER_MS = 1000;

/** Asks the portal in a tab to go there itself: it asks before it leaves what is typed. Says whether it heard. */
const goesTo = (tab, url) =>
	new Promise((answer) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => answer(true);
		setTimeout(() => answer(false), ANSWER_MS);
		tab.postMessage({ open: url }, [port2]);
	});

/** The address works once, and only by POST: nothing that merely opens links can snooze. */
async function snoozeFor(title, url, snooze, tag) {
	const answer = await fetch(snooze, { method: 'POST' }).catch(() => null);
	const body = answer?.ok
		? 'Snoozed for an hour. What happens is still recorded.'
		: answer?.status === 409
			? 'This was used before. Open the automation to see how it stands.'
			: answer
				? 'This cannot be snoozed from here any more. Open the portal to do it.'
				: 'It could not be snoozed: there is no connection. Open the portal to try again.';
	await show(title ?? 'Watchword', {
		body,
		silent: true,
		data: { title, url, snooze: null, tag },
		...(tag && { tag }),
	});
}

/** The browser renewed its address by itself: the server is given the new one. */
self.addEventListener('pushsubscriptionchange', (event) => {
	const renew = async () => {
		const before = event.oldSubscription;
		const options = before?.options ?? (await keyOfServer());
		const now = event.newSubscription ?? (await self.registration.pushManager.subscribe(options));
		const { endpoint, keys } = now.toJSON();
		await fetch('/api/push', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				endpoint,
				keys: { p256dh: keys.p256dh, auth: keys.auth },
				...(before && { replaces: before.endpoint }),
			}),
		});
	};
	event.waitUntil(renew());
});

async function keyOfServer() {
	const { key } = await (await fetch('/api/push')).json();
	return { userVisibleOnly: true, applicationServerKey: key };
}
