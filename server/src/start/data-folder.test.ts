import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADMIN, FLAGS, ServerProcess } from '../testing/process.ts';
import { closeDataFolder } from './data-folder.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'watchword-data-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every file and folder under a path that its group or the world may touch. */
async function open(path: string): Promise<string[]> {
	const { stdout } = await promisify(execFile)('find', [path, '-perm', '/077', '!', '-type', 'l']);
	return stdout.split('\n').filter(Boolean);
}

test('a command of the operator says when it has made a new data folder; a server closes one that it finds open', async () => {
	const dataDir = join(folder, 'found');
	const server = new ServerProcess({ DATA_DIR: dataDir, DEMO: 'account', ROLES: 'api' });
	const list = () =>
		promisify(execFile)(process.execPath, [...FLAGS, ADMIN, 'user', 'list'], { env: { DATA_DIR: dataDir } });
	// The settings may name the wrong one.
	expect((await list()).stderr).toContain(`a new one was made in ${dataDir}. If your server has another`);
	expect(await open(dataDir)).toEqual([]);
	expect((await list()).stderr).toBe('');

	await mkdir(join(dataDir, 'objects', 'users'), { recursive: true, mode: 0o755 });
	await promisify(execFile)('chmod', ['-R', 'go+rX', dataDir]);
	await chmod(dataDir, 0o777);
	await writeFile(join(dataDir, 'objects', 'users', 'old.jpg'), 'x', { mode: 0o644 });
	await writeFile(join(dataDir, 'demo.json.bak'), 'x', { mode: 0o644 });
	await server.start();
	try {
		expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
		await server.admin('user', 'add', '--email', 'ann@example.com', '--name', 'Ann');
		expect(await open(dataDir)).toEqual([]);
	} finally {
		await server.stop();
	}
	expect(await open(dataDir)).toEqual([]);
});

test('a folder that cannot be created is reported at once; otherwise it is created with its parents', async () => {
	// It closes what this process makes from then on, too.
	const umask = process.umask();
	onTestFinished(() => void process.umask(umask));
	await expect(closeDataFolder('/proc/watchword/data')).rejects.toThrow('DATA_DIR cannot be made');
	const dataDir = join(folder, 'a', 'b', 'c');
	await Promise.all([closeDataFolder(dataDir), closeDataFolder(dataDir)]);
	expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
	await writeFile(join(folder, 'file'), 'x');
	await expect(closeDataFolder(join(folder, 'file'))).rejects.toThrow('EEXIST');
});

describe.runIf(process.getuid?.() === 0)('an ordinary user', () => {
	const nobody = 65534;
	/** It changes the user only after loading the code, because this checkout may be where others cannot read. */
	const closes = (dataDir: string) => {
		const module = JSON.stringify(new URL('data-folder.ts', import.meta.url).href);
		const asNobody = `process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody});`;
		const program = `const { closeDataFolder } = await import(${module}); ${asNobody} await closeDataFolder(${JSON.stringify(dataDir)});`;
		return promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
	};
	beforeAll(() => chmod(folder, 0o755));

	test('does not start in a folder that cannot be closed, and is told the command that closes it', async () => {
		const dataDir = join(folder, "others' folder");
		await mkdir(dataDir, { mode: 0o777 });
		await chmod(dataDir, 0o777);
		await expect(closes(dataDir)).rejects.toThrow(`chmod 700 '${dataDir}'`);
	});

	test("starts on a disk of its own, where lost+found is root's", async () => {
		const dataDir = join(folder, 'disk');
		await mkdir(join(dataDir, 'lost+found', 'inode'), { recursive: true });
		await chmod(join(dataDir, 'lost+found'), 0o700);
		// Under any umask of whoever runs this.
		await chmod(join(dataDir, 'lost+found', 'inode'), 0o755);
		await writeFile(join(dataDir, 'old.json'), 'x', { mode: 0o644 });
		await chown(join(dataDir, 'old.json'), nobody, nobody);
		await chown(dataDir, nobody, nobody);
		await closes(dataDir);
		expect(await open(dataDir)).toEqual([join(dataDir, 'lost+found', 'inode')]);
	});
});
