import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Found {
	id: string;
	camera: string;
	label: string;
	/** Seconds since 1970. */
	start_time: number;
	/** Null for one whose picture was removed. */
	picture: Buffer | null;
	has_snapshot?: boolean;
}

/**
 * A stand-in for a Frigate server, written after its documented HTTP API: what it found, its pictures, its cameras, and signing in as
 * on its port 8971.
 */
export async function startFrigate(cameras: string[], account?: { user: string; password: string }) {
	const events: Found[] = [];
	let token = 0;
	const frigate = {
		url: '',
		events,
		logins: 0,
		refused: 0,
		/** Asked for pictures, by the id of the event. */
		pictures: [] as string[],
		/** Everybody has to sign in again. */
		forgetSessions: () => {
			token++;
		},
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	const server = createServer(async (request, response) => {
		const url = new URL(request.url ?? '/', 'http://frigate');
		const send = (status: number, body: unknown) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (account && request.method === 'POST' && url.pathname === '/api/login') {
			const given = JSON.parse(Buffer.concat(await request.toArray()).toString());
			const isRight = given.user === account.user && given.password === account.password;
			if (!isRight) frigate.refused++;
			if (!isRight) return send(401, { message: 'Login failed' });
			frigate.logins++;
			response.setHeader('set-cookie', `frigate_token=token-${token}; HttpOnly; Path=/`);
			return send(200, { message: 'Login successful' });
		}
		if (account && request.headers.cookie !== `frigate_token=token-${token}`) {
			return send(401, { message: 'Unauthorized' });
		}
		if (url.pathname === '/api/stats') {
			return send(200, { cameras: Object.fromEntries(cameras.map((name) => [name, { camera_fps: 5 }])) });
		}
		if (url.pathname === '/api/events') return send(200, matching(events, url.searchParams));
		const [, id = ''] = /^\/api\/events\/([^/]+)\/snapshot\.jpg$/.exec(url.pathname) ?? [];
		const found = events.find((event) => event.id === decodeURIComponent(id));
		frigate.pictures.push(decodeURIComponent(id));
		if (!found?.picture) return send(404, { success: false, message: 'Event not found' });
		response.writeHead(200, { 'content-type': 'image/jpeg' }).end(found.picture);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	frigate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return frigate;
}

/** As GET /api/events answers: the newest first. */
function matching(events: Found[], query: URLSearchParams) {
	const list = (name: string) => query.get(name)?.split(',') ?? null;
	const [cameras, labels] = [list('cameras'), list('labels')];
	const [after, before] = [Number(query.get('after') ?? 0), Number(query.get('before') ?? Infinity)];
	return events
		.filter(({ camera }) => !cameras || cameras.includes(camera))
		.filter(({ label }) => !labels || labels.includes(label))
		.filter(({ start_time }) => start_time > after && start_time < before)
		.filter(({ has_snapshot = true }) => query.get('has_snapshot') !== '1' || has_snapshot)
		.sort((a, b) => b.start_time - a.start_time)
		.slice(0, Number(query.get('limit') ?? 100))
		.map(({ picture: _, has_snapshot = true, ...event }) => ({
			...event,
			...{ sub_label: null, end_time: null, false_positive: false, zones: [], thumbnail: '' },
			...{ has_clip: false, has_snapshot, retain_indefinitely: false, plus_id: null },
			data: { box: [0.1, 0.2, 0.3, 0.4], score: 0.8, type: 'object' },
		}));
}
