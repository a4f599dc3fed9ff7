import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ObjectStore } from '../ports/objects.ts';
import { newZip } from './zip.ts';

const broken = () => {
	async function* pieces() {
		yield new Uint8Array(10);
		throw new Error('the storage is away');
	}
	return ReadableStream.from(pieces());
};
const storeOf = (get: () => ReadableStream<Uint8Array> | null) =>
	({ get: async () => get() }) as unknown as ObjectStore;

test('a file that breaks off while it is read breaks the zip, and nothing else', async () => {
	const zip = newZip(storeOf(broken));
	zip.addObject({ path: 'a', name: 'a.txt' });
	zip.addObject({ path: 'b', name: 'b.jpg' });
	await expect(buffer(zip.end())).rejects.toThrow('the storage is away');
});

test('so do lines that cannot be read', async () => {
	const zip = newZip(storeOf(() => null));
	zip.add('rows.ndjson', async function* () {
		yield '{}\n';
		throw new Error('the database is away');
	});
	await expect(buffer(zip.end())).rejects.toThrow('the database is away');
});

test('a reader that leaves while a file is opened leaves nothing behind', async () => {
	let give = (_: ReadableStream<Uint8Array>) => {};
	const opened = new Promise<ReadableStream<Uint8Array>>((resolve) => {
		give = resolve;
	});
	const zip = newZip({ get: () => opened } as unknown as ObjectStore);
	zip.addObject({ path: 'a', name: 'a.txt' });
	const output = zip.end();
	output.destroy();
	give(broken());
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(output.destroyed).toBe(true);
});
