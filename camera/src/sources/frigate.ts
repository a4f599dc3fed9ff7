/** What a Frigate server found, by its HTTP API: the pictures of its tracked objects ("events"), for one of its cameras. */
import { z } from 'zod';
import { type Access, HttpCamera, readBody } from './http-camera.ts';
import { asPicture } from './picture-type.ts';
import type { Shot } from './source.ts';
import { CameraTrouble, noCredentials, stalled, unreachable, wrongPassword } from './trouble.ts';

const WHOLE_WITHIN_MS = 30_000;
const PAGE = 100;
/** Of a page of events, and of the camera list. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** What came in while the bridge was away is looked at in pages, up to this many. */
const MAX_PAGES = 20;
/** An event gets its picture some time after it began, so events that began this long ago are looked at again. */
export const LOOK_BACK_SECONDS = 15 * 60;

const event = z.object({
	id: z.string().min(1).max(100),
	/** Seconds since 1970. */
	start_time: z.number().min(0),
	camera: z.string(),
	has_snapshot: z.boolean(),
});
export type FrigateEvent = z.infer<typeof event>;

interface Wanted {
	/** The camera's name in Frigate. */
	camera: string;
	/** Which kinds of object; all if there are none. */
	labels: string[];
}

/** The account of a Frigate server with sign-in (port 8971). Several cameras share it, so that it signs in once. */
export class FrigateSession {
	readonly #account: { user: string; password: string } | null;
	#cookie: string | null = null;

	constructor(account: { user: string; password: string } | null) {
		this.#account = account;
	}

	get headers(): Record<string, string> {
		return this.#cookie ? { cookie: this.#cookie } : {};
	}

	/** Frigate answers with a cookie, which holds for a day or so. */
	async signIn(frigate: HttpCamera, url: URL, signal: AbortSignal): Promise<void> {
		if (!this.#account) throw noCredentials();
		this.#cookie = null;
		const answer = await frigate
			.ask({
				url,
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(this.#account),
				takesErrors: true,
				signal,
			})
			.catch((error: unknown) => {
				throw error instanceof CameraTrouble && error.kind === 'password' ? wrongPassword() : error;
			});
		answer.destroy();
		const [cookie] = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '');
		if (answer.statusCode !== 200 || !cookie) throw wrongPassword();
		this.#cookie = cookie;
	}
}

export class Frigate {
	readonly #http: HttpCamera;
	readonly #base: URL;
	readonly #wanted: Wanted;
	readonly #session: FrigateSession;
	#isKnown = false;

	/** `access.url` is that of the server; with a path where it is behind a proxy. */
	constructor({ url, certificate }: Access, wanted: Wanted, session: FrigateSession) {
		this.#base = new URL(url);
		this.#base.pathname = this.#base.pathname.replace(/\/*$/, '/');
		this.#http = new HttpCamera({ url: this.#base, certificate });
		this.#wanted = wanted;
		this.#session = session;
	}

	/** The newest event with a picture; null if there is none. */
	async newest(signal: AbortSignal): Promise<FrigateEvent | null> {
		await this.#requireCamera(signal);
		return (await this.#page({ limit: '1' }, signal))[0] ?? null;
	}

	/** Events with a picture that began after this time, the oldest first. */
	async since(after: number, signal: AbortSignal): Promise<FrigateEvent[]> {
		await this.#requireCamera(signal);
		const found = new Map<string, FrigateEvent>();
		let before: number | null = null;
		for (let page = 0; page < MAX_PAGES; page++) {
			const query: Record<string, string> = { limit: String(PAGE), after: String(after) };
			if (before !== null) query.before = String(before);
			const events = await this.#page(query, signal);
			const known = found.size;
			for (const one of events) found.set(one.id, one);
			const oldest = events.at(-1)?.start_time;
			if (events.length < PAGE || oldest === undefined || found.size === known) break;
			before = oldest;
		}
		return [...found.values()].sort((a, b) => a.start_time - b.start_time);
	}

	/** The picture of an event, without anything drawn on it; null if Frigate has removed it. */
	async picture({ id }: FrigateEvent, signal: AbortSignal): Promise<Shot | null> {
		const path = `api/events/${encodeURIComponent(id)}/snapshot.jpg`;
		const bytes = await this.#get(path, { bbox: '0', timestamp: '0', crop: '0', quality: '90' }, signal);
		return bytes && asPicture(bytes);
	}

	async #page(query: Record<string, string>, signal: AbortSignal): Promise<FrigateEvent[]> {
		const { camera, labels } = this.#wanted;
		const all = { cameras: camera, has_snapshot: '1', include_thumbnails: '0', ...query };
		const answer = await this.#json(
			'api/events',
			labels.length > 0 ? { ...all, labels: labels.join(',') } : all,
			signal,
		);
		const events = z.array(event).max(10_000).safeParse(answer);
		if (!events.success) throw notFrigate();
		return events.data.filter((one) => one.camera === camera && one.has_snapshot);
	}

	/** For a camera that it does not have, Frigate answers with no events. */
	async #requireCamera(signal: AbortSignal): Promise<void> {
		if (this.#isKnown) return;
		const stats = z.object({ cameras: z.record(z.string(), z.unknown()) });
		const answer = stats.safeParse(await this.#json('api/stats', {}, signal));
		if (!answer.success) throw notFrigate();
		const names = Object.keys(answer.data.cameras);
		if (!names.includes(this.#wanted.camera)) {
			throw new CameraTrouble(
				'Frigate has no camera of this name',
				'setting',
				`It has: ${names.slice(0, 50).join(', ').slice(0, 1000)}`,
			);
		}
		this.#isKnown = true;
	}

	async #json(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
		const bytes = await this.#get(path, query, signal, MAX_JSON_BYTES);
		try {
			return JSON.parse(bytes?.toString() ?? '');
		} catch {
			throw notFrigate();
		}
	}

	/** Null if there is nothing at this path. */
	async #get(
		path: string,
		query: Record<string, string>,
		signal: AbortSignal,
		maxBytes?: number,
	): Promise<Buffer | null> {
		const url = new URL(path, this.#base);
		url.search = new URLSearchParams(query).toString();
		const whole = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_WITHIN_MS)]);
		try {
			const answer = await this.#ask(url, whole);
			const status = answer.statusCode ?? 0;
			if (status < 400) return await readBody(answer, maxBytes);
			answer.destroy();
			if (status === 404) return null;
			if (status === 403) throw wrongPassword();
			throw new CameraTrouble(`Frigate answers with error ${status}`);
		} catch (error) {
			if (signal.aborted || error instanceof CameraTrouble) throw error;
			throw whole.aborted ? stalled() : unreachable((error as NodeJS.ErrnoException).code);
		}
	}

	/** Signs in where Frigate asks for it, once. */
	async #ask(url: URL, signal: AbortSignal) {
		const ask = () => this.#http.ask({ url, headers: this.#session.headers, takesErrors: true, signal });
		try {
			return await ask();
		} catch (error) {
			if (!(error instanceof CameraTrouble) || error.kind !== 'password') throw error;
			await this.#session.signIn(this.#http, new URL('api/login', this.#base), signal);
			return await ask();
		}
	}
}

const notFrigate = () =>
	new CameraTrouble('This is not the HTTP API of Frigate', 'setting', 'Its address ends before /api.');
