/** Keeps the constants of an ONNX network in 16 bits. The runtime makes the full numbers once, when it loads the network. */
import { type Field, fieldsOf, node, part, TYPES, tensor } from './onnx.ts';

/** The numbers of fields in the format. */
const [GRAPH, NODE] = [7, 1];
const [OUTPUT, OPERATION, ATTRIBUTE] = [2, 4, 5];
const TENSOR = 5;
const [DIMS, TYPE, RAW] = [1, 2, 9];

/** Smaller ones would save nothing. */
const MIN_BYTES = 256;

export const inHalf = (network: Buffer): Buffer =>
	Buffer.concat(
		fieldsOf(network).map((field) =>
			field.is === GRAPH ? part(GRAPH, fieldsOf(field.bytes).flatMap(halved)) : field.whole,
		),
	);

/** A field of the graph. A large constant becomes two nodes: the half of it, and what makes it whole. */
function halved(field: Field): Buffer[] {
	const parts = field.is === NODE ? fieldsOf(field.bytes) : [];
	if (bytesIn(parts, OPERATION).toString() !== 'Constant') return [field.whole];
	const values = fieldsOf(bytesIn(fieldsOf(bytesIn(parts, ATTRIBUTE)), TENSOR));
	const raw = bytesIn(values, RAW);
	const isFloat = values.some(({ is, number }) => is === TYPE && number === TYPES.float32);
	if (!isFloat || raw.length < MIN_BYTES) return [field.whole];
	const shape = values.filter(({ is }) => is === DIMS).map(({ number }) => number);
	const half = Float16Array.from(new Float32Array(Uint8Array.from(raw).buffer));
	const output = bytesIn(parts, OUTPUT).toString();
	return [
		node('Constant', [], [`${output}_half`], { value: tensor({ type: 'float16', shape, values: half }) }),
		node('Cast', [`${output}_half`], [output], { to: TYPES.float32 }),
	];
}

const bytesIn = (fields: Field[], is: number) =>
	fields.find((one) => one.is === is)?.bytes ?? Buffer.alloc(0);
