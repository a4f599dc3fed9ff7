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

interface Review {
	id: string;
	camera: string;
	severity: 'alert' | 'detection';
	start_time: number;
	/** Null while it goes on. */
	end_time: number | null;
	/** The tracked objects, and their kinds. */
	detections: string[];
	objects: string[];
	has_been_reviewed?: boolean;
}

/**
 * A stand-in for a Frigate server, written after its documented HTTP API: what it found, its pictures, its cameras, and signing in as
 * on its port 8971.
 */
export async function startFrigate(cameras: string[], account?: { user: string; password: string }) {
	const events: Found[] = [];
	const reviews: Review[] = [];
	let token = 0;
	const frigate = {
		url: '',
		events,
		reviews,
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
		if (url.pathname === '/api/review') return send(200, matchingReviews(reviews, url.searchParams));
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

/** As GET /api/review answers: the newest first; of the last day, and without those that somebody has looked at, unless told otherwise. */
function matchingReviews(reviews: Review[], query: URLSearchParams) {
	const list = (name: string) => query.get(name)?.split(',') ?? null;
	const [cameras, labels, severity] = [list('cameras'), list('labels'), query.get('severity')];
	const after = Number(query.get('after') ?? 0) || Date.now() / 1000 - 24 * 3600;
	const before = Number(query.get('before') ?? 0) || Date.now() / 1000;
	return reviews
		.filter(({ camera }) => !cameras || cameras.includes(camera))
		.filter(({ objects }) => !labels || labels.some((one) => objects.includes(one)))
		.filter((one) => !severity || one.severity === severity)
		.filter(({ start_time, end_time }) => start_time > after && (end_time === null || end_time < before))
		.filter(({ has_been_reviewed }) => query.get('reviewed') === '1' || !has_been_reviewed)
		.sort((a, b) => b.start_time - a.start_time)
		.slice(0, Number(query.get('limit') ?? 100))
		.map(({ detections, objects, has_been_reviewed = false, ...review }) => ({
			...{ ...review, has_been_reviewed, thumb_path: `/media/frigate/clips/review/thumb-${review.id}.webp` },
			data: { detections, objects, sub_labels: [], zones: [], audio: [] },
		}));
}

/** What Frigate publishes as `frigate/events` and `frigate/reviews` when something is found, as its documentation shows it. */
export const frigateMessage = {
	events: (camera: string) => {
		const start_time = Date.now() / 1000;
		const found = {
			...{ id: `${start_time}-mxklsc`, camera, label: 'person', sub_label: null, start_time, end_time: null },
			...{ frame_time: start_time, top_score: 0.95, score: 0.88, false_positive: false, has_snapshot: true },
			...{ box: [424, 500, 536, 712], area: 23744, region: [264, 450, 667, 853], current_zones: [] },
		};
		return JSON.stringify({ type: 'update', before: found, after: found });
	},
	reviews: (camera: string) => {
		const start_time = Date.now() / 1000;
		const found = {
			...{ id: `${start_time}-n9x2ab`, camera, start_time, end_time: null, severity: 'alert' },
			thumb_path: `/media/frigate/clips/review/thumb-${camera}.webp`,
			data: {
				detections: [`${start_time}-mxklsc`],
				objects: ['person'],
				sub_labels: [],
				zones: [],
				audio: [],
			},
		};
		return JSON.stringify({ type: 'new', before: found, after: found });
	},
};
