import { describedRoutes, type Operation, type Schema } from './described.ts';
import { type Attack, send } from './target.ts';

const TIMES_EACH = 40;
/** Values that must be refused or handled correctly, wherever they appear. */
const ODD: unknown[] = [
	...[null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300],
	...[[], {}, [null], [[]], JSON.parse('['.repeat(500) + ']'.repeat(500))],
	...[Array(3000).fill('x'), Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, n]))],
	...['', ' ', '\u0000', 'a\u0000b', '\ud800', 'x\udc00y', '\ufffe', '\u202eevil', 'x'.repeat(60_000)],
	...['__proto__', 'constructor', 'toString', '%', '%00', "'", '"', '\\', '..', '{}', '9'.repeat(400)],
	...['infinity', 'NaN', 'now', '0000-00-00', '2026-02-30', '+275760-09-13T00:00:00.000Z', '25:00'],
	...['https://', 'javascript:alert(1)', 'http://[::1', 'file:///etc/passwd', 'https://example.com:99999/'],
	...['a@b', 'a@example.com\r\nBcc: b@example.com', '00000000-0000-0000-0000-000000000000'],
];

const USUAL = [
	...['a@example.com', '07:30', 'https://example.com/x', 'Europe/Berlin', '2026-01-01T00:00:00.000Z'],
	...['2026-01-01', 'hello there', 'AAAA', '123456', 'correct horse battery'],
];

/** A signed-in customer sends each route its expected input with one error, as the API description allows a stranger to do. */
export const input: Attack = async (target) => {
	const { operations, schemas } = await describedRoutes(target);
	const seed = Date.now() % 2 ** 31;
	const make = generator(seed, schemas, [target.device, target.automation]);
	const heard = new Map<number, number>();
	const wrong: string[] = [];
	for (const { path, method, operation } of operations) {
		for (let n = 0; n < TIMES_EACH; n++) {
			const { at, body } = make.request(path, operation);
			const { status, text } = await send(target, method.toUpperCase(), at, body, target.headers);
			heard.set(status, (heard.get(status) ?? 0) + 1);
			if (status >= 500)
				wrong.push(`${method} ${at.slice(0, 200)} ${shown(body)}: ${status} ${text.slice(0, 200)}`);
		}
	}
	if (wrong.length > 0) wrong.push(`seed ${seed}`);
	const counts = [...heard]
		.toSorted(([a], [b]) => a - b)
		.map(([status, count]) => `${count} times ${status}`);
	return { got: `${operations.length} routes: ${counts.join(', ')}`, wrong };
};

const shown = (body: unknown) => (JSON.stringify(body) ?? '').slice(0, 300);

export function generator(seed: number, schemas: Record<string, Schema>, ids: string[]) {
	let state = seed;
	const chance = () => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
		return state / 2 ** 31;
	};
	const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;

	/** With all fields, or with those that must be there and some others. */
	const usual = (schema: Schema, depth = 0, all = false): unknown => {
		const inner = (part: Schema) => usual(part, depth + 1, all);
		if (depth > 12) return null;
		if (schema.$ref) return inner(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
		if ('const' in schema) return schema.const;
		if (schema.enum) return pick(schema.enum);
		const one = schema.anyOf ?? schema.oneOf;
		if (one) return inner(pick(one));
		if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner));
		const { minimum = 0, maximum = minimum + 50, minItems = 0 } = schema;
		switch (Array.isArray(schema.type) ? pick(schema.type) : schema.type) {
			case 'object': {
				const fields = Object.entries(schema.properties ?? {});
				const given = fields.filter(([name]) => all || schema.required?.includes(name) || chance() < 0.6);
				return Object.fromEntries(given.map(([name, field]) => [name, inner(field)]));
			}
			case 'array':
				return Array.from({ length: Math.max(minItems, all ? 1 : Math.floor(3 * chance())) }, () =>
					inner(schema.items ?? {}),
				);
			case 'integer':
			case 'number':
				return Math.round(minimum + chance() * (Math.min(maximum, minimum + 1e6) - minimum));
			case 'boolean':
				return chance() < 0.5;
			case 'null':
				return null;
			default:
				return text(schema);
		}
	};

	const text = ({ pattern = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) => {
		const fits = [...USUAL, ...ids].filter(
			(one) => new RegExp(pattern, 'u').test(one) && one.length >= minLength && one.length <= maxLength,
		);
		return fits.length > 0 ? pick(fits) : 'x'.repeat(minLength);
	};

	/** The same with an odd value in one place. */
	const spoilt = (value: unknown): unknown => {
		const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
		if (names.length === 0 || chance() < 0.1) return pick(ODD);
		const name = pick(names);
		const changed = spoilt(value?.[name as never]);
		return Array.isArray(value)
			? value.with(Number(name), changed)
			: { ...(value as object), [name]: changed };
	};

	const inAddress = (value: unknown, most: number) =>
		encodeURIComponent(
			(typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed().slice(0, most),
		);

	return {
		complete: (schema: Schema) => usual(schema, 0, true),
		request(path: string, { parameters = [], requestBody }: Operation) {
			const filled = path.replace(/\{\w+\}/g, () => inAddress(chance() < 0.1 ? pick(ODD) : pick(ids), 300));
			const query = parameters
				.filter((parameter) => parameter.in === 'query' && chance() < 0.6)
				.map(({ name, schema }) => `${name}=${inAddress(chance() < 0.4 ? pick(ODD) : usual(schema), 3000)}`);
			const schema = requestBody?.content['application/json']?.schema;
			const body = schema && usual(schema);
			return {
				at: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
				body: schema && chance() < 0.75 ? spoilt(body) : body,
			};
		},
	};
}
