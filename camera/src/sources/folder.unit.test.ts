import { execFile } from 'node:child_process';
import { chmod, chown, link, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jpeg } from '../../../server/src/testing/images.ts';
import { type NewFile, WatchedFolder } from './folder.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = await jpeg(64, 48);
const put = (name: string, content: Buffer = bytes) => writeFile(join(folder, name), content);
/** Everything new, some time later than it was written. */
async function fresh(watched: WatchedFolder, at = Date.now() + 5000): Promise<NewFile[]> {
	const files: NewFile[] = [];
	for await (const file of watched.fresh(at)) {
		files.push(file);
		watched.see(file);
	}
	return files;
}

test('the first time the newest picture is taken, afterwards each new one once, the oldest first', async () => {
	await put('a.jpg');
	await put('b.jpg', Buffer.concat([bytes, Buffer.from([0])]));
	const watched = new WatchedFolder(folder, null);
	expect(await fresh(watched)).toHaveLength(1);
	expect(await fresh(watched)).toEqual([]);
	await mkdir(join(folder, '2026-01-31'));
	await put('2026-01-31/z.jpg');
	await put('c.jpeg');
	const both = await fresh(watched);
	expect(both.map(({ changedAt }) => changedAt)).toEqual(both.map(({ changedAt }) => changedAt).sort());
	expect(both).toHaveLength(2);
	expect(await fresh(watched)).toEqual([]);
});

test('seen files are remembered after a restart, and a rewritten file is new', async () => {
	await put('latest.jpg');
	const watched = new WatchedFolder(folder, null);
	const [first] = await fresh(watched);
	const kept = watched.see(first ?? expect.fail());
	expect(await fresh(new WatchedFolder(folder, kept))).toEqual([]);
	await put('latest.jpg', await jpeg(80, 60));
	expect(await fresh(new WatchedFolder(folder, kept))).toHaveLength(1);
});

test('unfinished, empty and other files are left', async () => {
	const watched = new WatchedFolder(folder, { upTo: 0, recent: {} });
	await put('half.jpg', bytes.subarray(0, bytes.length - 40));
	await put('empty.jpg', Buffer.alloc(0));
	await put('page.jpg', Buffer.from('<html>'));
	await put('note.txt');
	expect(await fresh(watched)).toEqual([]);
	// It is being written right now.
	await put('now.jpg');
	const { ctimeMs } = await stat(join(folder, 'now.jpg'));
	expect(await fresh(watched, ctimeMs + 500)).toEqual([]);
	// The rest of the first file has come.
	await put('half.jpg');
	expect(await fresh(watched)).toHaveLength(2);
});

test('a camera whose clock says 1970 or tomorrow gets the time of this machine', async () => {
	const watched = new WatchedFolder(folder, { upTo: 0, recent: {} });
	const before = Date.now();
	await put('old.jpg');
	await utimes(join(folder, 'old.jpg'), 0, 0);
	await put('ahead.jpg');
	const tomorrow = before / 1000 + 86_400;
	await utimes(join(folder, 'ahead.jpg'), tomorrow, tomorrow);
	const files = await fresh(watched);
	expect(files).toHaveLength(2);
	for (const { takenAt } of files) expect(Math.abs(takenAt.getTime() - before)).toBeLessThan(10_000);
});

test('a folder below that may not be read, such as lost+found, hides nothing else', async () => {
	await mkdir(join(folder, 'lost+found'), { mode: 0o700 });
	await put('one.jpg');
	if (process.geteuid?.() !== 0) {
		await chmod(join(folder, 'lost+found'), 0);
		expect(await fresh(new WatchedFolder(folder, null))).toHaveLength(1);
		return;
	}
	// Root may read everything, so a process looks that becomes somebody else, who owns the rest under any umask. It is there
	// already: the folders above may be root's alone.
	for (const path of [folder, join(folder, 'one.jpg')]) await chown(path, 65534, 65534);
	const module = JSON.stringify(new URL('./folder.ts', import.meta.url).href);
	const program = `const { WatchedFolder } = await import(${module});
		process.setgroups([]); process.setgid(65534); process.setuid(65534);
		for await (const file of new WatchedFolder('.', null).fresh(Date.now() + 5000)) console.log(file.contentType);`;
	const argv = ['--input-type=module', '-e', program];
	const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: folder });
	expect(stdout).toBe('image/jpeg\n');
});

test('the first look at very many new files does not take minutes', async () => {
	await put('first.jpg');
	const names = Array.from({ length: 6000 }, (_, number) => join(folder, `${number}.jpg`));
	await Promise.all(names.map((name) => link(join(folder, 'first.jpg'), name)));
	expect(await fresh(new WatchedFolder(folder, null))).toHaveLength(1);
});

test('a missing folder is reported', async () => {
	const watched = new WatchedFolder(join(folder, 'none'), null);
	await expect(fresh(watched)).rejects.toThrow('The folder cannot be read');
});
