/** Writes and reads the ONNX format (a protocol buffer, see onnx.proto): as much of the format as our networks need. */

export interface Tensor {
	type: keyof typeof TYPES;
	shape: readonly number[];
	values: ArrayBufferView;
}

/** A number is whole unless it is wrapped as a float. Buffers are the parts of a tensor. */
type Attribute = number | readonly number[] | string | { float: number } | Buffer[];

export const TYPES = { float32: 1, uint8: 2, int64: 7, float16: 10 };
/** The version of the format, and of its operations: the first with `axes` for a resize. */
const FORMAT = 9;
const OPERATIONS = 18;

export class NetworkWriter {
	readonly #nodes: Buffer[] = [];
	readonly #tensors: Buffer[] = [];
	#names = 0;

	/** A constant tensor. Returns its name. */
	tensor(constant: Tensor): string {
		const name = this.#name();
		this.#tensors.push(part(5, tensor(constant, name)));
		return name;
	}

	/** A step of the computation. Returns the names of its outputs. */
	node(
		operation: string,
		inputs: readonly string[],
		attributes: Record<string, Attribute> = {},
		outputs = 1,
	) {
		const names = Array.from({ length: outputs }, () => this.#name());
		this.#nodes.push(node(operation, inputs, names, attributes));
		return names;
	}

	/** Gives a value the name of an output. */
	output(value: string, name: string): void {
		this.#nodes.push(node('Identity', [value], [name]));
	}

	finish(input: { name: string; shape: readonly number[] }, outputs: readonly string[]): Buffer {
		const graph = part(7, [
			...this.#nodes,
			text(2, 'network'),
			...this.#tensors,
			part(11, declared(input.name, input.shape)),
			...outputs.map((name) => part(12, declared(name, null))),
		]);
		return Buffer.concat([whole(1, FORMAT), graph, part(8, [text(1, ''), whole(2, OPERATIONS)])]);
	}

	#name(): string {
		this.#names += 1;
		return `v${this.#names}`;
	}
}

/** The parts of a constant tensor. */
export function tensor({ type, shape, values }: Tensor, name?: string): Buffer[] {
	const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
	const dims = shape.map((size) => whole(1, size));
	return [...dims, whole(2, TYPES[type]), ...(name ? [text(8, name)] : []), part(9, [bytes])];
}

export const node = (
	operation: string,
	inputs: readonly string[],
	outputs: readonly string[],
	attributes: Record<string, Attribute> = {},
): Buffer =>
	part(1, [
		...inputs.map((name) => text(1, name)),
		...outputs.map((name) => text(2, name)),
		text(4, operation),
		...Object.entries(attributes).map(([name, value]) => part(5, [text(1, name), ...attribute(value)])),
	]);

function attribute(value: Attribute): Buffer[] {
	if (typeof value === 'string') return [text(4, value), whole(20, 3)];
	if (typeof value === 'number') return [whole(3, value), whole(20, 2)];
	if (isTensor(value)) return [part(5, value), whole(20, 4)];
	if (!('float' in value)) return [...value.map((one) => whole(8, one)), whole(20, 7)];
	const bytes = Buffer.alloc(4);
	bytes.writeFloatLE(value.float);
	return [varint((2 << 3) | 5), bytes, whole(20, 1)];
}

const isTensor = (value: Attribute): value is Buffer[] =>
	Array.isArray(value) && value.length > 0 && value.every(Buffer.isBuffer);

/** The name, type and shape of an input or output. Without a shape, the runtime infers it. */
function declared(name: string, shape: readonly number[] | null): Buffer[] {
	const dims =
		shape &&
		part(
			2,
			shape.map((size) => part(1, [whole(1, size)])),
		);
	return [text(1, name), part(2, [part(1, [whole(1, TYPES.float32), ...(dims ? [dims] : [])])])];
}

const whole = (field: number, value: number) => Buffer.concat([varint(field << 3), varint(value)]);
const text = (field: number, value: string) => part(field, [Buffer.from(value)]);

export function part(field: number, parts: readonly Buffer[]): Buffer {
	const length = parts.reduce((sum, { length }) => sum + length, 0);
	return Buffer.concat([varint((field << 3) | 2), varint(length), ...parts]);
}

/** Negative numbers are written as their two's complement of 64 bits. */
function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = BigInt.asUintN(64, BigInt(value));
	for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
	return Buffer.from([...bytes, Number(rest)]);
}

/** A field as it was read: a number, or bytes. */
export interface Field {
	is: number;
	number: number;
	bytes: Buffer;
	/** With its own number and length. */
	whole: Buffer;
}

/** What a protocol buffer, or a part of one, consists of. */
export function fieldsOf(bytes: Buffer): Field[] {
	let at = 0;
	const next = (length: number) => {
		at += length;
		return bytes.subarray(at - length, at);
	};
	const number = () => {
		let [value, scale] = [0, 1];
		for (;;) {
			const byte = bytes[at++] ?? 0;
			value += (byte & 127) * scale;
			scale *= 128;
			if (byte < 128) return value;
		}
	};
	const fields: Field[] = [];
	while (at < bytes.length) {
		const from = at;
		const key = number();
		const field: Omit<Field, 'whole'> = { is: key >> 3, number: 0, bytes: EMPTY };
		if (key % 8 === 0) field.number = number();
		else field.bytes = next(key % 8 === 2 ? number() : key % 8 === 5 ? 4 : 8);
		fields.push({ ...field, whole: bytes.subarray(from, at) });
	}
	return fields;
}

const EMPTY = Buffer.alloc(0);
