/** What this camera keeps in the browser, through reloads and lost networks: who it is, and what it has not sent yet. */
import type { DeviceSettings } from '@watchword/contract/device';

export interface Pairing {
	deviceId: string;
	deviceKey: string;
}

/** The device's settings as last told, and how far the server's clock was ahead of ours then, in milliseconds. */
export interface Told {
	settings: DeviceSettings;
	ahead: number;
}

interface State {
	pairing: Pairing;
	told: Told;
	everySeconds: number;
	/** The camera chosen by hand, by the browser's id of it. */
	camera: string;
}

export interface Shot {
	/** The camera's own name for it: sent twice, it is still one capture. */
	id: string;
	capturedAt: string;
	bytes: ArrayBuffer;
	thumb: ArrayBuffer;
}

/** A picture that waits, without its bytes: hundreds of these fit in memory. */
export interface Waiting {
	seq: number;
	id: string;
	capturedAt: string;
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

export class Keep {
	readonly #db: IDBDatabase;

	private constructor(db: IDBDatabase) {
		this.#db = db;
	}

	/** `onLost` is called should the browser take it away, as phones do with pages that slept for long. */
	static async open(onLost: () => void): Promise<Keep> {
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
		return new Keep(db);
	}

	read<K extends keyof State>(key: K): Promise<State[K] | undefined> {
		return result<State[K] | undefined>(this.#store('state', 'readonly').get(key));
	}

	async write<K extends keyof State>(key: K, value: State[K]): Promise<void> {
		await result(this.#store('state', 'readwrite').put(value, key));
	}

	async forget(key: keyof State): Promise<void> {
		await result(this.#store('state', 'readwrite').delete(key));
	}

	/** Both parts or neither. */
	async add({ bytes, ...shot }: Shot): Promise<Waiting> {
		const transaction = this.#db.transaction(['waiting', 'pictures'], 'readwrite');
		const entry = { ...shot, size: bytes.byteLength };
		const seq = Number(await result(transaction.objectStore('waiting').add(entry)));
		transaction.objectStore('pictures').put(bytes, seq);
		await done(transaction);
		return { ...entry, seq };
	}

	/** Oldest first. */
	waiting(): Promise<Waiting[]> {
		return result<Waiting[]>(this.#store('waiting', 'readonly').getAll());
	}

	picture(seq: number): Promise<ArrayBuffer | undefined> {
		return result<ArrayBuffer | undefined>(this.#store('pictures', 'readonly').get(seq));
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
