/** Reads a graph model of TensorFlow.js: model.json and the files with its weights. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface GraphNode {
	name: string;
	op: string;
	input?: string[];
	// biome-ignore lint/suspicious/noExplicitAny: the attributes of an operation are whatever its definition says.
	attr: Record<string, any>;
}

export interface Weight {
	shape: number[];
	values: Float32Array | Int32Array;
}

export interface Graph {
	nodes: Map<string, GraphNode>;
	weights: Map<string, Weight>;
}

interface Entry {
	name: string;
	shape: number[];
	dtype: 'float32' | 'int32';
	quantization?: { dtype: 'float16' };
}

export async function readGraph(file: string): Promise<Graph> {
	const { modelTopology, weightsManifest } = JSON.parse(await readFile(file, 'utf8')) as {
		modelTopology: { node: GraphNode[] };
		weightsManifest: { paths: string[]; weights: Entry[] }[];
	};
	const weights = new Map<string, Weight>();
	for (const group of weightsManifest) {
		const files = await Promise.all(group.paths.map((path) => readFile(join(dirname(file), path))));
		const bytes = Buffer.concat(files);
		let at = 0;
		for (const { name, shape, dtype, quantization } of group.weights) {
			const count = shape.reduce((product, size) => product * size, 1);
			const Type = quantization ? Float16Array : dtype === 'int32' ? Int32Array : Float32Array;
			const end = at + count * Type.BYTES_PER_ELEMENT;
			const stored = new Type(new Uint8Array(bytes.subarray(at, end)).buffer);
			weights.set(name, {
				shape,
				values: stored instanceof Float16Array ? new Float32Array(stored) : stored,
			});
			at = end;
		}
		if (at !== bytes.length) throw new Error(`${group.paths.join()} has ${bytes.length} bytes, not ${at}`);
	}
	return { nodes: new Map(modelTopology.node.map((node) => [node.name, node])), weights };
}

/** The text of an attribute: in base64, or as a list of codes. */
export function textOf(attribute: { s: string | number[] }): string {
	return typeof attribute.s === 'string'
		? Buffer.from(attribute.s, 'base64').toString()
		: String.fromCharCode(...attribute.s);
}

export const numbersOf = (attribute: { list: { i: (string | number)[] } }) => attribute.list.i.map(Number);
