/**
 * Converts a network of TensorFlow.js to ONNX. The weights of large convolutions are kept in 8 bits; the runtime computes the
 * full numbers once, when it loads the network.
 */
import { NetworkWriter } from './onnx.ts';
import { type Graph, type GraphNode, numbersOf, textOf, type Weight } from './tensorflow.ts';

export interface Wanted {
	/** The node that becomes the input. */
	input: string;
	shape: readonly number[];
	/** The nodes that become outputs, by their new names. */
	outputs: Readonly<Record<string, string>>;
}

/** A computed value: what is stored, transposed by `order`. So most transpositions are never carried out. */
interface Value {
	stored: string;
	order: Order;
}
/** Null where nothing is to be transposed. */
type Order = readonly number[] | null;

/** TensorFlow has the channels of a picture last, ONNX first: this is how to read ONNX's order as TensorFlow's. */
const CHANNELS_LAST: Order = [0, 2, 3, 1];
/** Convolutions with no more weights than this keep them in full: 8 bits would save little, and cost accuracy. */
const FEW = 2048;

export function convert({ nodes, weights }: Graph, { input, shape, outputs }: Wanted): Buffer {
	const writer = new NetworkWriter();
	/** What is computed so far, by the names of TensorFlow. */
	const known = new Map<string, Value>([[input, { stored: 'pixels', order: null }]]);
	const turned = new Map<string, string>();

	const one = (...node: Parameters<NetworkWriter['node']>): string => writer.node(...node)[0] ?? '';
	const asIs = (stored: string): Value => ({ stored, order: null });

	const weightOf = (name: string): Weight => {
		const weight = weights.get(name);
		if (!weight) throw new Error(`${name} is not a constant`);
		return weight;
	};
	/** Numbers that are known before the network runs, such as a shape. There is always one picture. */
	const numbers = (name: string): number[] => {
		const node = nodes.get(name);
		if (node?.op === 'Pack') return (node.input ?? []).flatMap(numbers);
		if (node?.op === 'StridedSlice' && nodes.get(node.input?.[0] ?? '')?.op === 'Shape') return [1];
		return [...weightOf(name).values];
	};
	const whole = (values: readonly number[]) =>
		writer.tensor({ type: 'int64', shape: [values.length], values: BigInt64Array.from(values, BigInt) });
	const constant = ({ shape, values }: Weight) =>
		writer.tensor({ type: 'float32', shape, values: Float32Array.from(values, Math.f16round) });
	const inEightBits = ({ shape, values }: Weight): string => {
		const { zero, step, steps } = quantise(values);
		return one('DequantizeLinear', [
			writer.tensor({ type: 'uint8', shape, values: steps }),
			constant({ shape: [], values: Float32Array.of(step) }),
			writer.tensor({ type: 'uint8', shape: [], values: Uint8Array.of(zero) }),
		]);
	};

	const isConstant = (name: string) => nodes.get(name)?.op === 'Const';
	const computed = (reference: string): Value => {
		const ready = known.get(reference);
		if (ready) return ready;
		const [name = ''] = reference.split(':');
		const node = nodes.get(name);
		if (!node) throw new Error(`there is no node ${name}`);
		const made = isConstant(name) ? [asIs(constant(weightOf(name)))] : write(node);
		for (const [index, value] of made.entries()) known.set(index === 0 ? name : `${name}:${index}`, value);
		const value = known.get(reference);
		if (!value) throw new Error(`${name} has no output ${reference}`);
		return value;
	};
	/** The value stored so that reading it in this order gives the value itself. */
	const storedIn = (order: Order, reference: string): string => {
		const value = computed(reference);
		if (isSame(value.order, order)) return value.stored;
		const key = `${reference} ${order}`;
		const perm = composed(value.order, inverse(order));
		const made = turned.get(key) ?? (perm ? one('Transpose', [value.stored], { perm }) : value.stored);
		turned.set(key, made);
		return made;
	};
	/** An operation whose result is in the order of its first input that has one; `rest` has its other inputs. */
	const alike = (
		operation: string,
		references: readonly string[],
		attributes: (order: Order) => Parameters<NetworkWriter['node']>[2] = () => ({}),
		rest: (order: Order) => readonly string[] = () => [],
		count = 1,
	): Value[] => {
		const order =
			references.map((name) => (isConstant(name) ? null : computed(name).order)).find(Boolean) ?? null;
		const inputs = references.map((name) =>
			order && isConstant(name) ? constant(along(order, weightOf(name))) : storedIn(order, name),
		);
		return writer
			.node(operation, [...inputs, ...rest(order)], attributes(order), count)
			.map((stored) => ({ stored, order }));
	};
	/** An operation on the channels of a picture. */
	const onChannels = (operation: string, first: string, rest: string[], attributes: object): Value[] => [
		{
			stored: one(operation, [storedIn(CHANNELS_LAST, first), ...rest], { ...attributes }),
			order: CHANNELS_LAST,
		},
	];

	const write = ({ name, op, input = [], attr }: GraphNode): Value[] => {
		const [first = '', second = '', third = ''] = input;
		const last = input.at(-1) ?? '';
		const plain = (reference: string) => storedIn(null, reference);
		switch (op) {
			case 'Identity':
				return [computed(first)];
			case 'Add':
			case 'AddV2':
			case 'AddN':
			case 'BiasAdd':
				return alike('Add', input);
			case 'Mul':
			case 'Sub':
			case 'Exp':
			case 'Sigmoid':
				return alike(op, input);
			case 'LeakyRelu':
				return alike(op, input, () => ({ alpha: { float: attr.alpha.f } }));
			case 'Relu6':
				return alike('Clip', input, undefined, () =>
					[0, 6].map((limit) => constant({ shape: [], values: Float32Array.of(limit) })),
				);
			case 'Conv2D':
			case 'DepthwiseConv2dNative': {
				const { shape, values } = weightOf(second);
				const [height = 1, width = 1, channels = 1, many = 1] = shape;
				const isDeep = op === 'DepthwiseConv2dNative';
				const kernels = { shape: isDeep ? [height, width, 1, channels * many] : shape, values };
				const isLarge = !isDeep && values.length > FEW;
				return onChannels('Conv', first, [(isLarge ? inEightBits : constant)(kernelsFirst(kernels))], {
					kernel_shape: [height, width],
					strides: numbersOf(attr.strides).slice(1, 3),
					group: isDeep ? channels : 1,
					...(textOf(attr.padding) === 'SAME' && { auto_pad: 'SAME_UPPER' }),
				});
			}
			case 'FusedBatchNorm':
				return onChannels(
					'BatchNormalization',
					first,
					input.slice(1).map((one) => computed(one).stored),
					{
						epsilon: { float: attr.epsilon.f },
					},
				);
			case 'MaxPool':
				return onChannels('MaxPool', first, [], {
					kernel_shape: numbersOf(attr.ksize).slice(1, 3),
					strides: numbersOf(attr.strides).slice(1, 3),
				});
			case 'ResizeBilinear':
				return onChannels('Resize', first, ['', '', whole(numbers(second))], {
					mode: 'linear',
					coordinate_transformation_mode: 'half_pixel',
					axes: [2, 3],
				});
			case 'Pad':
			case 'PadV2': {
				const pairs = numbers(second);
				const sides = (order: Order) =>
					[0, 1].flatMap((side) => {
						const value = pairs.filter((_, at) => at % 2 === side);
						return inverse(order)?.map((at) => value[at] ?? 0) ?? value;
					});
				const filled = op === 'PadV2' ? [plain(third)] : [];
				return alike('Pad', [first], undefined, (order) => [whole(sides(order)), ...filled]);
			}
			case 'Transpose': {
				const { stored, order } = computed(first);
				return [{ stored, order: composed(order, numbers(second)) }];
			}
			case 'ConcatV2':
				return alike('Concat', input.slice(0, -1), axisOf(numbers(last)[0]));
			case 'SplitV': {
				const sizes = numbers(second);
				return alike('Split', [first], axisOf(numbers(third)[0]), () => [whole(sizes)], sizes.length);
			}
			case 'Unpack': {
				const [axis, count] = [Number(attr.axis.i), Number(attr.num.i)];
				const parts = writer.node('Split', [plain(first)], { axis, num_outputs: count }, count);
				return parts.map((part) => asIs(one('Squeeze', [part, whole([axis])])));
			}
			case 'Pack': {
				const axis = Number(attr.axis.i);
				const parts = input.map((reference) => one('Unsqueeze', [plain(reference), whole([axis])]));
				return [asIs(one('Concat', parts, { axis }))];
			}
			case 'Squeeze':
				return [asIs(one('Squeeze', [plain(first), whole(numbersOf(attr.squeeze_dims))]))];
			case 'ExpandDims':
				return [asIs(one('Unsqueeze', [plain(first), whole(numbers(second))]))];
			case 'Reshape':
			case 'Tile':
				return [asIs(one(op, [plain(first), whole(numbers(second))]))];
			case 'Slice': {
				const [begin, size] = [numbers(second), numbers(third)];
				const end = begin.map((from, at) => (size[at] === -1 ? 2 ** 31 : from + (size[at] ?? 0)));
				return [asIs(one('Slice', [plain(first), whole(begin), whole(end)]))];
			}
			default:
				throw new Error(`${name} is a ${op}, which cannot be converted`);
		}
	};

	for (const [name, reference] of Object.entries(outputs)) writer.output(storedIn(null, reference), name);
	return writer.finish({ name: 'pixels', shape }, Object.keys(outputs));
}

const isSame = (a: Order, b: Order) => `${a}` === `${b}`;
const inverse = (order: Order): Order => order?.map((_, at) => order.indexOf(at)) ?? null;

/** One transposition after another; null if that changes nothing. */
function composed(before: Order, after: Order): Order {
	const order = before && after ? after.map((at) => before[at] ?? 0) : (before ?? after);
	return order?.every((from, at) => from === at) ? null : order;
}

/** The attribute that names an axis, in the order in which the input is stored. */
const axisOf =
	(axis = 0) =>
	(order: Order) => ({ axis: order ? (order.at(axis) ?? 0) : axis });

/** A constant for the last axis of a picture that is stored in another order. */
function along(order: readonly number[], { shape, values }: Weight): Weight {
	if (values.length !== (shape.at(-1) ?? 1)) throw new Error(`a constant of ${shape} has more than one axis`);
	return { shape: order.map((_, at) => (at === order.at(-1) ? values.length : 1)), values };
}

/** From height, width, inputs and outputs to outputs, inputs, height and width. */
function kernelsFirst({ shape, values }: Weight): Weight {
	const [height = 1, width = 1, inputs = 1, outputs = 1] = shape;
	const turned = new Float32Array(values.length);
	let to = 0;
	for (let output = 0; output < outputs; output++)
		for (let input = 0; input < inputs; input++)
			for (let at = 0; at < height * width; at++)
				turned[to++] = values[(at * inputs + input) * outputs + output] ?? 0;
	return { shape: [outputs, inputs, height, width], values: turned };
}

/** The values in 255 even steps, of which one is exactly 0. */
function quantise(values: Weight['values']): { zero: number; step: number; steps: Uint8Array } {
	let [least, most] = [0, 0];
	for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
	const step = (most - least) / 255;
	const zero = Math.round(-least / step);
	// A clamped array rounds, and keeps what is out of range at its ends.
	const steps = new Uint8Array(Uint8ClampedArray.from(values, (value) => value / step + zero).buffer);
	return { zero, step, steps };
}
