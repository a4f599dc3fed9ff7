import { expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from './routes/all.ts';
import { zonesEdit } from './zone-settings.ts';

/** What the library keeps of a schema: not in its types. */
interface Definition {
	checks?: { _zod: { def: { check: string; abort?: boolean; tx?: (text: string) => string } } }[];
	[part: string]: unknown;
}

/**
 * The texts and lists in a request whose limit does not come first, or does not end the checks: what follows would work on a
 * text of any length. Removing spaces at the ends and capitals may come before: a limit does not count them.
 */
function workBeforeLimits(schema: z.ZodType, path: string, isChecked = false): string[] {
	const def = schema._zod.def as unknown as Definition;
	const checks = (def.checks ?? []).map((check) => check._zod.def);
	const at = checks.findIndex(({ check }) => check === 'max_length');
	const found: string[] = [];
	if (at >= 0) {
		const before = checks.slice(0, at).filter(({ check, tx }) => check !== 'min_length' && !isHarmless(tx));
		if (before.length > 0) found.push(`${path}: ${before.map(({ check }) => check)} before the limit`);
		if ((isChecked || checks.length > at + 1) && !checks[at]?.abort)
			found.push(`${path}: the checks go on after the limit`);
	} else if (
		schema instanceof z.ZodString &&
		checks.some(({ check, tx }) => check === 'overwrite' && !isHarmless(tx))
	)
		found.push(`${path}: changed without a limit`);
	const within = isChecked || checks.length > 0;
	for (const [name, part] of partsOf(def)) found.push(...workBeforeLimits(part, `${path}.${name}`, within));
	return found;
}

const isHarmless = (change?: (text: string) => string) =>
	change !== undefined && [' Ab ', ' ab ', 'Ab'].includes(change(' Ab '));

function partsOf(def: Definition): [string, z.ZodType][] {
	const { shape = {}, element, innerType, options = [], in: before, out: after, valueType, getter } = def;
	const parts = {
		...(shape as object),
		element,
		innerType,
		...(options as object),
		before,
		after,
		valueType,
		lazy: (getter as (() => z.ZodType) | undefined)?.(),
	};
	const isSchema = (part: [string, unknown]): part is [string, z.ZodType] => part[1] instanceof z.ZodType;
	return Object.entries(parts).filter(isSchema);
}

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
	'%s: a limit ends the checks before work is done on a text',
	(_, { params, query, headers, body }) => {
		const given = Object.entries({ params, query, headers, body }).filter(([, schema]) => schema);
		expect(given.flatMap(([part, schema]) => workBeforeLimits(schema as z.ZodType, part))).toEqual([]);
	},
);

// If its marks were sorted, this would take minutes.
test('a zone whose name is far too long is refused before it is normalised', () => {
	const points = [
		{ x: 0, y: 0 },
		{ x: 1, y: 0 },
		{ x: 1, y: 1 },
	];
	const zones = [{ name: `a${'\u0323\u0301'.repeat(250_000)}`, points, use: 'named' }];
	expect(zonesEdit.safeParse({ zones }).error?.issues).toMatchObject([
		{ path: ['zones', 0, 'name'], message: 'may have at most 40 characters' },
	]);
});
