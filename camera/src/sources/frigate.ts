/** What a Frigate server found, by its HTTP API: the pictures of its tracked objects ("events") or of its review items, for one of its cameras. */
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

/** Seconds since 1970. 0 would mean "the last day" to Frigate. */
const BEGINNING = 1;
/** A review item has the picture of one of its first objects. */
const MAX_OBJECTS = 5;

const named = { id: z.string().min(1).max(100), start_time: z.number().min(0), camera: z.string() };
const event = z.object({ ...named, has_snapshot: z.boolean() });
const reviewItem = z.object({
	...named,
	end_time: z.number().nullable(),
	data: z.object({ detections: z.array(z.string().min(1).max(100)) }),
});

/** What of its findings is taken: tracked objects, or review items: its alerts alone, or its detections as well. */
export const FRIGATE_TAKES = ['objects', 'alerts', 'reviews'] as const;
export type FrigateTakes = (typeof FRIGATE_TAKES)[number];

/** Something that Frigate found. */
export interface Finding {
	id: string;
	/** Seconds since 1970. */
	start_time: number;
	/** The tracked objects whose snapshot shows it. */
	objects: string[];
	/** It goes on, so it may get a snapshot yet. */
	goesOn: boolean;
}

interface Wanted {
	/** The camera's name in Frigate. */
	camera: string;
	/** Which kinds of object; all if there are none. */
	labels: string[];
	takes: FrigateTakes;
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

	/** The newest finding with a picture; null if there is none. */
	async newest(signal: AbortSignal): Promise<Finding | null> {
		await this.#requireCamera(signal);
		return (await this.#page({ limit: '1', after: String(BEGINNING) }, signal))[0] ?? null;
	}

	/** Findings that began after this time, the oldest first. */
	async since(from: number, signal: AbortSignal): Promise<Finding[]> {
		const after = Math.max(BEGINNING, from);
		await this.#requireCamera(signal);
		const found = new Map<string, Finding>();
		let before: number | null = null;
		for (let pages = 0; pages < MAX_PAGES; pages++) {
			const query: Record<string, string> = { limit: String(PAGE), after: String(after) };
			if (before !== null) query.before = String(before);
			const page = await this.#page(query, signal);
			const known = found.size;
			for (const one of page) found.set(one.id, one);
			const oldest = page.at(-1)?.start_time;
			if (page.length < PAGE || oldest === undefined || found.size === known) break;
			before = oldest;
		}
		return [...found.values()].sort((a, b) => a.start_time - b.start_time);
	}

	/** The picture of a finding, without anything drawn on it; null if Frigate has none, or has removed it. */
	async picture({ objects }: Finding, signal: AbortSignal): Promise<Shot | null> {
		for (const id of objects) {
			const path = `api/events/${encodeURIComponent(id)}/snapshot.jpg`;
			const bytes = await this.#get(path, { bbox: '0', timestamp: '0', crop: '0', quality: '90' }, signal);
			if (bytes) return asPicture(bytes);
		}
		return null;
	}

	/** The newest first. */
	#page(query: Record<string, string>, signal: AbortSignal): Promise<Finding[]> {
		const { camera, takes } = this.#wanted;
		const all = { cameras: camera, ...query };
		return takes === 'objects' ? this.#events(all, signal) : this.#reviews(all, signal);
	}

	async #events(query: Record<string, string>, signal: AbortSignal): Promise<Finding[]> {
		const { camera, labels } = this.#wanted;
		const kinds = labels.length > 0 && { labels: labels.join(',') };
		const all = { ...query, ...kinds, has_snapshot: '1', include_thumbnails: '0' };
		const found = await this.#list('api/events', event, all, signal);
		return found
			.filter((one) => one.camera === camera && one.has_snapshot)
			.map(({ id, start_time }) => ({ id, start_time, objects: [id], goesOn: false }));
	}

	/** Those that somebody has looked at count, too. What has a sub label, such as a known face, is "person-verified" there. */
	async #reviews(query: Record<string, string>, signal: AbortSignal): Promise<Finding[]> {
		const { camera, labels, takes } = this.#wanted;
		const kinds = labels.length > 0 && {
			labels: labels.flatMap((one) => [one, `${one}-verified`]).join(','),
		};
		const all = { ...query, ...kinds, reviewed: '1', ...(takes === 'alerts' && { severity: 'alert' }) };
		const found = await this.#list('api/review', reviewItem, all, signal);
		return found
			.filter((one) => one.camera === camera)
			.map(({ id, start_time, end_time, data }) => ({
				...{ id, start_time, objects: data.detections.slice(0, MAX_OBJECTS), goesOn: end_time === null },
			}));
	}

	async #list<T>(
		path: string,
		one: z.ZodType<T>,
		query: Record<string, string>,
		signal: AbortSignal,
	): Promise<T[]> {
		const found = z
			.array(one)
			.max(10_000)
			.safeParse(await this.#json(path, query, signal));
		if (!found.success) throw notFrigate();
		return found.data;
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
