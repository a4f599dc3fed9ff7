import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ObjectStore } from '../../ports/objects.ts';
import { withRecent } from './recent.ts';

const objects = new Map<string, Buffer>();
const reads: string[] = [];
const store = withRecent({
	describe: 'a map',
	put: async (path, bytes) => void objects.set(path, Buffer.from(bytes)),
	putStream: async (path) => void objects.set(path, Buffer.from('streamed')),
	read: async (path) => {
		reads.push(path);
		return objects.get(path) ?? null;
	},
	get: async () => null,
	delete: async (path) => void objects.delete(path),
	deleteFolder: async (folder) => {
		for (const path of objects.keys()) if (path.startsWith(`${folder}/`)) objects.delete(path);
	},
} satisfies ObjectStore);
const put = (path: string, bytes: Buffer) => store.put(path, bytes, 'image/jpeg');
const read = async (path: string) => (await store.read(path))?.toString('latin1') ?? null;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
	reads.length = 0;
});
afterEach(() => {
	vi.useRealTimers();
});

test('what was put a moment ago is read from memory, and later from the store', async () => {
	await put('users/a/one.jpg', Buffer.from('one'));
	expect(await read('users/a/one.jpg')).toBe('one');
	expect(reads).toEqual([]);
	// Another process deletes it.
	objects.delete('users/a/one.jpg');
	vi.advanceTimersByTime(5001);
	expect(await read('users/a/one.jpg')).toBe(null);
});

test('what is deleted or replaced here is gone from memory at once', async () => {
	await put('users/a/one.jpg', Buffer.from('one'));
	await put('users/b/two.jpg', Buffer.from('two'));
	await put('users/b/three.jpg', Buffer.from('three'));
	await store.delete('users/a/one.jpg');
	await store.putStream('users/b/three.jpg', (async function* () {})(), 'image/jpeg');
	expect(await read('users/a/one.jpg')).toBe(null);
	expect(await read('users/b/three.jpg')).toBe('streamed');
	await store.deleteFolder('users/b');
	expect(await read('users/b/two.jpg')).toBe(null);
});

test('no more than 16 MB are kept, the newest, and nothing that is large', async () => {
	const megabyte = Buffer.alloc(1024 * 1024);
	for (let n = 0; n < 20; n++) await put(`users/a/${n}.jpg`, megabyte);
	await put('users/a/large.jpg', Buffer.alloc(5 * 1024 * 1024));
	for (const name of ['0', '3', '4', '19', 'large']) await store.read(`users/a/${name}.jpg`);
	expect(reads).toEqual(['users/a/0.jpg', 'users/a/3.jpg', 'users/a/large.jpg']);
});
