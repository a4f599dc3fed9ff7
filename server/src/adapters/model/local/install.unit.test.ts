import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cutAfter, ON_HUB, silent, startHub, type TestHub, withStatus } from '../../../testing/hub.ts';
import { TINY_MODEL, tinyOnHub } from '../../../testing/tiny-model.ts';
import { waitFor } from '../../../testing/wait.ts';
import { CATALOGUE, type Listed } from './catalogue.ts';
import { findModel } from './folder.ts';
import type { Hub } from './hub.ts';
import { installFrom, installFromHub, listInstalled, removeModel } from './install.ts';

const EMBED = 'onnx/embed_tokens.onnx';
let files: Record<string, Buffer>;
let listed: Listed;
let hub: TestHub;
let dataDir: string;
beforeAll(async () => {
	({ files, listed } = await tinyOnHub());
});
beforeEach(async () => {
	// The hub also has what nobody asked for, under a name that leads out of the folder.
	hub = await startHub({ '../outside.json': Buffer.from('{}'), 'README.md': Buffer.from('x'), ...files });
	dataDir = await mkdtemp(join(tmpdir(), 'watchword-install-'));
});
afterEach(async () => {
	hub.close();
	await rm(dataDir, { recursive: true });
});

const install = (more: Partial<Hub> = {}, wanted = listed) => {
	const reported: number[] = [];
	const settings = { url: hub.url, proxy: {}, waitMs: () => 1, stallMs: 300, ...more };
	return installFromHub(dataDir, wanted, settings, ({ done, total }) =>
		reported.push(Math.floor((done / total) * 100)),
	).then(() => reported);
};
const embed = () => files[EMBED] as Buffer;
/** Resolves when so many bytes of the networks are on the disk. */
const stored = (count: number) => () =>
	waitFor('the first bytes on the disk', async () => {
		const part = await stat(join(dataDir, 'models/.installing-tiny', `${EMBED}.part`)).catch(() => null);
		return part !== null && part.size >= count;
	});
const folder = (name = 'tiny') => join(dataDir, 'models', name);
const asked = (path: string) => hub.asked.filter((line) => line.includes(`/cdn/`) && line.includes(path));

async function expectInstalled() {
	expect(await findModel(folder())).toMatchObject({ dtype: { embed_tokens: 'fp32' } });
	for (const [name, bytes] of Object.entries(files))
		expect((await readFile(join(folder(), name))).equals(bytes), name).toBe(true);
	expect((await readdir(join(dataDir, 'models'))).sort()).toEqual(['lock', 'tiny']);
	expect((await readdir(dataDir)).sort()).toEqual(['models']);
}

test('lists pages, follows redirects, checks every file and says how far it is', async () => {
	const reported = await install();
	await expectInstalled();
	expect(reported.at(-1)).toBe(100);
	expect(reported).toEqual([...reported].sort((a, b) => a - b));
	await expect(install()).rejects.toThrow('tiny is installed already.');
});

describe('goes on', () => {
	test.each([
		['after a connection that broke before the first byte', () => cutAfter(embed(), 0), /embed_tokens.onnx$/],
		['after the first byte', () => cutAfter(embed(), 1, stored(1)), /bytes=1-/],
		['half way', () => cutAfter(embed(), 50_000, stored(50_000)), /bytes=50000-/],
		[
			'before the last byte',
			() => cutAfter(embed(), embed().length - 1, stored(embed().length - 1)),
			/bytes=\d+-/,
		],
		['after a busy hub', () => withStatus(429, { 'retry-after': '0' }), /embed_tokens.onnx$/],
		['after a hub out of order', () => withStatus(503), /embed_tokens.onnx$/],
		['after a connection without a byte', () => silent, /embed_tokens.onnx$/],
		[
			'after a login page instead of the file',
			() => withStatus(200, { 'content-type': 'text/html' }, '<p>'),
			/embed_tokens.onnx$/,
		],
	])('%s', async (_name, fault, second) => {
		hub.faults.push({ at: `/cdn/${ON_HUB.revision}/${EMBED}`, answer: fault() });
		await install();
		await expectInstalled();
		expect(asked(EMBED)).toHaveLength(2);
		expect(asked(EMBED)[1]).toMatch(second);
	});

	test('where a killed process stopped', async () => {
		const aside = join(dataDir, 'models/.installing-tiny');
		await mkdir(join(aside, 'onnx'), { recursive: true });
		await writeFile(join(aside, `${EMBED}.part`), (files[EMBED] as Buffer).subarray(0, 70_000));
		await writeFile(join(aside, 'config.json'), files['config.json'] as Buffer);
		await install();
		await expectInstalled();
		expect(asked(EMBED)).toEqual([expect.stringMatching(/bytes=70000-$/)]);
		expect(hub.asked.some((line) => line.endsWith('/config.json'))).toBe(false);
	});

	test('from the beginning, if the hub sends no parts or what is there is damaged', async () => {
		const aside = join(dataDir, 'models/.installing-tiny/onnx');
		await mkdir(aside, { recursive: true });
		const whole = files[EMBED] as Buffer;
		await writeFile(join(aside, 'embed_tokens.onnx.part'), Buffer.alloc(70_000));
		hub.faults.push({
			at: `/cdn/${ON_HUB.revision}/${EMBED}`,
			answer: (_, response) => void response.writeHead(200, { 'content-length': whole.length }).end(whole),
		});
		await writeFile(join(aside, 'vision_encoder.onnx.part'), Buffer.alloc(100_000));
		await install();
		await expectInstalled();
		expect(asked('vision_encoder')).toHaveLength(2);
	});
});

describe('refuses, and leaves nothing that could be used', () => {
	const CDN = `/cdn/${ON_HUB.revision}/${EMBED}`;
	const wrong = () => Buffer.alloc((files[EMBED] as Buffer).length, 1);
	const otherFile = () => ({
		at: CDN,
		answer: withStatus(200, { 'content-length': String(wrong().length) }, wrong().toString('latin1')),
	});
	const LIST = '/api/models/';
	const loop = (): TestHub['faults'] =>
		Array.from({ length: 10 }, () => ({
			at: '/resolve/',
			answer: withStatus(302, { location: '/lab/resolve/a' }),
		}));
	test.each<[string, () => TestHub['faults'], string]>([
		[
			'another file than it should be',
			() => [otherFile(), otherFile()],
			'has another content than it should have',
		],
		[
			'a page instead of the list',
			() => [{ at: LIST, answer: withStatus(200, {}, '<html>') }],
			'not a list of files',
		],
		['no such repository', () => [{ at: LIST, answer: withStatus(404) }], 'does not have it'],
		['a repository for members only', () => [{ at: LIST, answer: withStatus(401) }], 'without an account'],
		['a circle of redirects', loop, 'redirects in a circle'],
		[
			'a redirect to a file of the machine',
			() => [{ at: '/resolve/', answer: withStatus(302, { location: 'file:///etc/passwd' }) }],
			'redirects to file:, which is not safe',
		],
	])('%s', async (_name, faults, why) => {
		hub.faults.push(...faults());
		await expect(install()).rejects.toThrow(why);
		expect(await listInstalled(dataDir)).toEqual([]);
	});

	test('a digest other than the one that is known, before anything is downloaded', async () => {
		const known = { ...listed, files: { ...listed.files, [EMBED]: 'f'.repeat(64) } };
		await expect(install({}, known)).rejects.toThrow(`${EMBED} has another content`);
		expect(asked(EMBED)).toEqual([]);
	});

	test('a hub that is away, with what to do about it', async () => {
		hub.close();
		await expect(install()).rejects.toThrow(/ECONNREFUSED.* --from FOLDER; .*HTTPS_PROXY; .*MODEL_HUB\.$/);
	});

	test('a machine with too little memory', async () => {
		await expect(install({}, { ...listed, memoryBytes: 1e15 })).rejects.toThrow(
			'tiny needs 1000000.0 GB of memory',
		);
	});

	test('a second command at the same time, while the first goes on', async () => {
		const both = await Promise.allSettled([install(), install()]);
		expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
			reason: { message: expect.stringContaining('Another command is installing a model.') },
		});
		await expectInstalled();
	});

	test('a disk that fills up, and goes on when there is room', async () => {
		const aside = join(dataDir, 'models/.installing-tiny/onnx');
		await mkdir(aside, { recursive: true });
		// Every write there fails like one on a full disk.
		await symlink('/dev/full', join(aside, 'embed_tokens.onnx.part'));
		await expect(install()).rejects.toThrow('The disk takes no more (ENOSPC). What was downloaded is kept.');
		expect(await listInstalled(dataDir)).toEqual([]);
		await rm(join(aside, 'embed_tokens.onnx.part'));
		await install();
		await expectInstalled();
	});
});

test('asks through a proxy', async () => {
	const seen: string[] = [];
	const proxy = http.createServer((request, response) => {
		seen.push(String(request.url));
		http.get(String(request.url), { headers: request.headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
	});
	await new Promise<void>((listening) => proxy.listen(0, listening));
	const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	await install({ proxy: { HTTP_PROXY } as Hub['proxy'] });
	await expectInstalled();
	expect(seen[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/models\//);
	proxy.close();
});

test('copies a folder of this machine, and removes a model', async () => {
	await installFrom(dataDir, 'tiny', TINY_MODEL);
	await expectInstalled();
	await removeModel(dataDir, 'tiny');
	expect(await listInstalled(dataDir)).toEqual([]);
	await expect(installFrom(dataDir, 'tiny', dataDir)).rejects.toThrow('config.json is missing.');
});

test('the catalogue names what is needed of each model, with digests in their form', () => {
	for (const { name, revision, files } of CATALOGUE) {
		expect(revision, name).toMatch(/^[0-9a-f]{40}$/);
		for (const needed of [
			'config.json',
			'tokenizer.json',
			'preprocessor_config.json',
			'onnx/embed_tokens_q4.onnx',
		])
			expect(files, name).toHaveProperty([needed]);
		for (const digest of Object.values(files))
			expect(digest ?? '0'.repeat(64), name).toMatch(/^[0-9a-f]{64}$/);
	}
});
