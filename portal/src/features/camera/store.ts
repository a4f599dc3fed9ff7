/** What this camera keeps in the browser, through reloads and lost networks: who it is, and what it has not sent yet. */
import type { CaptureReason } from '@watchword/contract/connection';
import type { DeviceSettings } from '@watchword/contract/device';

export interface Pairing {
	deviceId: string;
	deviceKey: string;
	/** An opaque id of the account. Missing in pairings made before this field existed. */
	account?: string;
}

/** The device's settings as last received, and by how many milliseconds the server's clock was ahead of ours. */
export interface Received {
	settings: DeviceSettings;
	ahead: number;
}

interface State {
	pairing: Pairing;
	/** The name is stored in browsers, so it must not change. */
	told: Received;
	everySeconds: number;
	/** The camera chosen by hand, by the browser's id of it. */
	camera: string;
	/** Whether to send at once when the picture changes much. */
	changes: boolean;
}

export type ShotReason = Exclude<CaptureReason, 'mail'>;

export interface Shot {
	/** The idempotency key of the capture: sent twice, it is still one capture. */
	id: string;
	capturedAt: string;
	/** The account it was taken for. */
	account?: string | undefined;
	/** Why it was taken. Missing in pictures that were taken before this field existed. */
	reason?: ShotReason | undefined;
	/** The pictures of the moment in their order; most moments have one. */
	pictures: ArrayBuffer[];
	thumb: ArrayBuffer;
}

/** A picture that waits to be sent, without its bytes, so that hundreds fit in memory. */
export interface Waiting {
	seq: number;
	id: string;
	capturedAt: string;
	account?: string | undefined;
	reason?: ShotReason | undefined;
	size: number;
	thumb: ArrayBuffer;
}

export interface Sent {
	id: string;
	capturedAt: string;
	thumb: ArrayBuffer;
}

const NAME = 'watchword-camera';
const SHOWN = 8;

export class CameraStore {
	readonly #db: IDBDatabase;

	private constructor(db: IDBDatabase) {
		this.#db = db;
	}

	/** `onLost` is called if the browser closes the database, as phones do with pages that slept for long. */
	static async open(onLost: () => void): Promise<CameraStore> {
		const request = indexedDB.open(NAME, 1);
		request.onupgradeneeded = () => {
			const db = request.result;
			db.createObjectStore('state');
			db.createObjectStore('waiting', { keyPath: 'seq', autoIncrement: true });
			db.createObjectStore('pictures');
			db.createObjectStore('sent', { autoIncrement: true });
		};
		const db = await result(request);
		db.onclose = onLost;
		return new CameraStore(db);
	}

	read<K extends keyof State>(key: K): Promise<State[K] | undefined> {
		return result<State[K] | undefined>(this.#store('state', 'readonly').get(key));
	}

	async write<K extends keyof State>(key: K, value: State[K]): Promise<void> {
		await result(this.#store('state', 'readwrite').put(value, key));
	}

	/** Pairs with a device. Pictures of another account are deleted in the same transaction: they must not be sent. */
	async pair(pairing: Pairing): Promise<void> {
		const transaction = this.#db.transaction(['state', 'waiting', 'pictures', 'sent'], 'readwrite');
		const [state, waiting] = [transaction.objectStore('state'), transaction.objectStore('waiting')];
		state.put(pairing, 'pairing');
		state.delete('told');
		transaction.objectStore('sent').clear();
		for (const { seq, account } of await result<Waiting[]>(waiting.getAll())) {
			if (account === pairing.account) continue;
			waiting.delete(seq);
			transaction.objectStore('pictures').delete(seq);
		}
		await done(transaction);
	}

	async forget(key: keyof State): Promise<void> {
		await result(this.#store('state', 'readwrite').delete(key));
	}

	/** Both parts or neither. */
	async add({ pictures, ...shot }: Shot): Promise<Waiting> {
		const transaction = this.#db.transaction(['waiting', 'pictures'], 'readwrite');
		const entry = { ...shot, size: pictures.reduce((sum, { byteLength }) => sum + byteLength, 0) };
		const seq = Number(await result(transaction.objectStore('waiting').add(entry)));
		transaction.objectStore('pictures').put(pictures, seq);
		await done(transaction);
		return { ...entry, seq };
	}

	/** Oldest first. */
	waiting(): Promise<Waiting[]> {
		return result<Waiting[]>(this.#store('waiting', 'readonly').getAll());
	}

	/** Earlier versions of this page stored a single picture. */
	async pictures(seq: number): Promise<ArrayBuffer[]> {
		const found = await result<ArrayBuffer[] | ArrayBuffer | undefined>(
			this.#store('pictures', 'readonly').get(seq),
		);
		return found === undefined ? [] : [found].flat();
	}

	async drop(seqs: readonly number[]): Promise<void> {
		const transaction = this.#db.transaction(['waiting', 'pictures'], 'readwrite');
		for (const seq of seqs) {
			transaction.objectStore('waiting').delete(seq);
			transaction.objectStore('pictures').delete(seq);
		}
		await done(transaction);
	}

	/** Newest first. */
	async sent(): Promise<Sent[]> {
		return (await result<Sent[]>(this.#store('sent', 'readonly').getAll())).reverse().slice(0, SHOWN);
	}

	async addSent(sent: Sent): Promise<void> {
		const store = this.#store('sent', 'readwrite');
		store.add(sent);
		const keys = await result(store.getAllKeys());
		for (const key of keys.slice(0, -SHOWN)) store.delete(key);
		await done(store.transaction);
	}

	close(): void {
		this.#db.close();
	}

	#store(name: string, mode: IDBTransactionMode): IDBObjectStore {
		return this.#db.transaction(name, mode).objectStore(name);
	}
}

function result<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

function done(transaction: IDBTransaction): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onerror = () => reject(transaction.error);
		transaction.onabort = () => reject(transaction.error);
	});
}
