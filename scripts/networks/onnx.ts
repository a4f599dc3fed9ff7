/** Writes a network in the ONNX format (a protocol buffer, see onnx.proto): as much of the format as our networks need. */

export interface Tensor {
	type: 'float32' | 'uint8' | 'int64';
	shape: readonly number[];
	values: ArrayBufferView;
}

/** A number is whole unless it is wrapped as a float. */
type Attribute = number | readonly number[] | string | { float: number };

const TYPES = { float32: 1, uint8: 2, int64: 7 };
/** The version of the format, and of its operations: the first with `axes` for a resize. */
const FORMAT = 9;
const OPERATIONS = 18;

export class NetworkWriter {
	readonly #nodes: Buffer[] = [];
	readonly #tensors: Buffer[] = [];
	#names = 0;

	/** A constant tensor. Returns its name. */
	tensor({ type, shape, values }: Tensor): string {
		const name = this.#name();
		const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
		const dims = shape.map((size) => whole(1, size));
		this.#tensors.push(part(5, [...dims, whole(2, TYPES[type]), text(8, name), part(9, [bytes])]));
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
		this.#nodes.push(
			part(1, [
				...inputs.map((name) => text(1, name)),
				...names.map((name) => text(2, name)),
				text(4, operation),
				...Object.entries(attributes).map(([name, value]) => part(5, [text(1, name), ...attribute(value)])),
			]),
		);
		return names;
	}

	/** Gives a value the name of an output. */
	output(value: string, name: string): void {
		this.#nodes.push(part(1, [text(1, value), text(2, name), text(4, 'Identity')]));
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

function attribute(value: Attribute): Buffer[] {
	if (typeof value === 'string') return [text(4, value), whole(20, 3)];
	if (typeof value === 'number') return [whole(3, value), whole(20, 2)];
	if (!('float' in value)) return [...value.map((one) => whole(8, one)), whole(20, 7)];
	const bytes = Buffer.alloc(4);
	bytes.writeFloatLE(value.float);
	return [varint((2 << 3) | 5), bytes, whole(20, 1)];
}

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

function part(field: number, parts: readonly Buffer[]): Buffer {
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
