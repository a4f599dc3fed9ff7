/** Keeps /camera and its files, so that it opens without a network. The build fills in the version and the files. */
const VERSION = '{{version}}';
const FILES = ['{{files}}'];
const PAGE = '/camera';

self.addEventListener('install', (event) => {
	const keep = async () => {
		const cache = await caches.open(VERSION);
		await cache.addAll(FILES);
		// Without the cookies of whoever may be signed in here: the page of a camera is the same for everybody.
		await cache.put(PAGE, await fetch(PAGE, { credentials: 'omit', cache: 'no-store' }));
		await self.skipWaiting();
	};
	event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
	const takeOver = async () => {
		const names = await caches.keys();
		await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
		await self.clients.claim();
	};
	event.waitUntil(takeOver());
});

const kept = (key) => caches.match(key, { ignoreVary: true });

/** The kept page where there is no network, or where a proxy answers for a server that restarts. */
async function newestPage(request) {
	const answer = await fetch(request).catch(() => null);
	return answer && answer.status < 500 ? answer : ((await kept(PAGE)) ?? answer ?? Response.error());
}

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	if (request.method !== 'GET' || origin !== self.location.origin) return;
	if (request.mode === 'navigate' && pathname === PAGE) {
		event.respondWith(newestPage(request));
	} else if (FILES.includes(pathname)) {
		event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
	}
});
