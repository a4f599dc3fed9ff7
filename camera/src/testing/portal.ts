import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A portal that accepts everything and records it: for tests of the bridge alone, with very many cameras. */
export async function startPortal(settings: object = {}) {
	const portal = {
		url: '',
		/** The names of the captures, by device key. */
		captures: new Map<string, string[]>(),
		/** The highest number of requests at the same time. */
		most: 0,
		/** Where it redirects every request. */
		movedTo: null as string | null,
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	let open = 0;
	const server = createServer(async (request, response) => {
		portal.most = Math.max(portal.most, ++open);
		for await (const _ of request);
		if (portal.movedTo) {
			const location = `${portal.movedTo}${request.url}`;
			return void response.writeHead(301, { location }).end(() => open--);
		}
		await new Promise((resolve) => setTimeout(resolve, 5));
		const answer = {
			desc: '',
			capture_window_start: '00:00',
			capture_window_end: '23:59',
			light_window_start: '18:00',
			light_window_end: '06:00',
			serverTime: new Date().toISOString(),
			...settings,
		};
		const key = request.headers.authorization ?? '';
		const isCapture = request.url === '/api/captures';
		if (isCapture) {
			const names = portal.captures.get(key) ?? [];
			portal.captures.set(key, [...names, String(request.headers['x-capture-id'])]);
		}
		const captureId = 'a'.repeat(20);
		const body = isCapture ? { captureId, repeated: false, settings: answer } : answer;
		response
			.writeHead(isCapture ? 202 : 200, { 'content-type': 'application/json' })
			.end(JSON.stringify(body), () => open--);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	portal.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return portal;
}
