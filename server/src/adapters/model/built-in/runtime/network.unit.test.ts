import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Network, openNetwork, whyNot } from './network.ts';

const FOLDER = new URL('../../../../../detectors/', import.meta.url);
const SHAPES = { nanodet: [1, 3, 416, 416], ssdlite: [1, 300, 300, 3] } as const;
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What TensorFlow.js 4.22 computed with the files that the networks were converted from: some places of each output. */
const BEFORE: [network: keyof typeof SHAPES, output: string, values: [place: number, value: number][]][] = [
	[
		'nanodet',
		'scores8',
		[
			[138634, 0.0331],
			[139047, 0.0331],
			[2235, 0.0328],
			[21632, 0.0049],
			[64896, 0.005],
			[108160, 0.0039],
			[151424, 0.0143],
			[194688, 0.0042],
		],
	],
	[
		'nanodet',
		'scores16',
		[
			[13817, 0.0262],
			[13818, 0.0262],
			[13791, 0.0249],
			[5408, 0.0047],
			[16224, 0.0054],
			[27040, 0.0061],
			[37856, 0.0073],
			[48672, 0.0076],
		],
	],
	[
		'nanodet',
		'scores32',
		[
			[3451, 0.3423],
			[3464, 0.3404],
			[3465, 0.3321],
			[1352, 0.0106],
			[4056, 0.0076],
			[6760, 0.009],
			[9464, 0.0096],
			[12168, 0.0082],
		],
	],
	[
		'nanodet',
		'distances8',
		[
			[32401, 4.2156],
			[32400, 4.2028],
			[32402, 4.1138],
			[11897, 0.9807],
			[35692, 1.4406],
			[59488, 1.5139],
			[83283, -1.3194],
			[107078, -0.4217],
		],
	],
	[
		'nanodet',
		'distances16',
		[
			[15988, 2.2077],
			[16638, 2.1885],
			[15962, 2.181],
			[2974, 0.5624],
			[8923, -0.1683],
			[14872, -0.0003],
			[20820, -0.5589],
			[26769, 0.2892],
		],
	],
	[
		'nanodet',
		'distances32',
		[
			[4985, 5.6482],
			[4816, 5.5083],
			[4972, 5.4382],
			[743, 0.4443],
			[2230, 2.9747],
			[3718, -0.0042],
			[5205, 2.8754],
			[6692, 1.2795],
		],
	],
	[
		'ssdlite',
		'scores',
		[
			[172454, 0.0869],
			[172004, 0.0864],
			[172184, 0.0789],
			[17253, 0.0],
			[51759, 0.0001],
			[86265, 0.0],
			[120771, 0.0001],
			[155277, 0.0007],
		],
	],
	[
		'ssdlite',
		'boxes',
		[
			[7330, 1.1626],
			[7331, 1.1617],
			[7318, 1.1466],
			[766, 0.3365],
			[2300, 0.4255],
			[3834, 0.9315],
			[5367, 0.5334],
			[6901, 0.1366],
		],
	],
	[
		'ssdlite',
		'features',
		[
			[2393, 13.9444],
			[1110, 12.4432],
			[1177, 12.1313],
			[2310, 4.195],
			[6931, 5.3376],
			[11552, 3.7945],
			[16172, 3.121],
			[20793, 1.5407],
		],
	],
];

const networks = new Map<string, Promise<Network>>();
async function open(name: keyof typeof SHAPES): Promise<Network> {
	const file = new URL(`${name}.onnx`, FOLDER);
	const opened = networks.get(name) ?? readFile(file).then((bytes) => openNetwork(file, digestOf(bytes)));
	networks.set(name, opened);
	return opened;
}

test.each(BEFORE)('%s computes the same %s as before its conversion', async (name, output, values) => {
	const shape = SHAPES[name];
	const input = new Float32Array(shape.reduce((product: number, size) => product * size, 1)).map(
		(_, at) => Math.sin(at / 50) * Math.cos(at / 7000),
	);
	const found = (await (await open(name))({ values: input, shape }))[output] ?? [];
	const largest = Math.max(...values.map(([, value]) => Math.abs(value)), 1);
	for (const [place, value] of values)
		expect(Math.abs((found[place] ?? Number.NaN) - value) / largest, `${place}`).toBeLessThan(0.002);
});

test('refuses weights that are cut short, another network or not there, and says which file it is', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-network-'));
	const file = pathToFileURL(join(folder, 'nanodet.onnx'));
	const [right, other] = await Promise.all(
		['nanodet.onnx', 'ssdlite.onnx'].map((name) => readFile(new URL(name, FOLDER))),
	);
	const digest = digestOf(right ?? Buffer.alloc(0));
	await expect(openNetwork(file, digest)).rejects.toThrow('nanodet.onnx cannot be read.');
	for (const bytes of [right?.subarray(0, 1_000_000), other, Buffer.alloc(0)]) {
		await writeFile(file, bytes ?? '');
		await expect(openNetwork(file, digest)).rejects.toThrow('nanodet.onnx is damaged.');
	}
	await rm(folder, { recursive: true });
});

test.each([
	['darwin', 'x64', null, /ONNX Runtime has no build for darwin-x64\.$/],
	['linux', 'x64', null, /ONNX Runtime has no build for a Linux without glibc\.$/],
	['freebsd', 'x64', null, /freebsd-x64/],
] as const)('says why nothing can be looked at on %s %s', (platform, arch, libc, why) => {
	expect(whyNot({ platform, arch }, libc)).toMatch(why);
});

test.each([
	['linux', 'x64', '2.36'],
	['linux', 'arm64', '2.36'],
	['darwin', 'arm64', null],
] as const)('has a build for %s %s', (platform, arch, libc) => {
	expect(whyNot({ platform, arch }, libc)).toBeNull();
});
