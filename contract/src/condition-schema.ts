/** The schema of a condition. It has no recursion, so a deeply nested one from outside cannot exhaust the stack. */
import { z } from 'zod';
import {
	ATTACHMENT_KINDS,
	COMPARISONS,
	CONDITION_LIST_MAX,
	CONDITION_PARTS_MAX,
	CONDITION_WORDS_MAX,
	type Condition,
	DAY_PARTS,
	MAIL_KINDS,
	MAIL_PLACES,
	PICTURE_PARTS,
	partsOf,
} from './condition.ts';
import { timeOfDay } from './ids.ts';
import { KIND_GROUPS } from './kind-groups.ts';
import { KNOWN_OBJECTS } from './known-objects.ts';
import { ends } from './limit.ts';
import { normalised } from './normalised.ts';
import { ZONE_NAME_MAX } from './zone.ts';

/** A list of automations has a condition for each of them. */
const CONDITION_SIZE_MAX = 12_000;
const not = z.boolean().optional();
const words = z
	.string()
	.trim()
	.min(1, 'needs a word')
	.max(CONDITION_WORDS_MAX, ends(`may have at most ${CONDITION_WORDS_MAX} characters`))
	.overwrite((text) => normalised(text, 'NFC'));
const list = z
	.array(words)
	.min(1, 'needs at least one entry')
	.max(CONDITION_LIST_MAX, ends(`may have at most ${CONDITION_LIST_MAX} entries`));
const names: string[] = [...KNOWN_OBJECTS, ...Object.keys(KIND_GROUPS)];
const kinds = z
	.array(
		z.enum(names as [string, ...string[]], {
			error: ({ input }) =>
				`${nameOf(input)} is not a kind that can be recognised. Choose another one, or remove it.`,
		}),
	)
	.min(1, 'needs at least one kind')
	.max(CONDITION_LIST_MAX, ends(`may have at most ${CONDITION_LIST_MAX} kinds`));
function nameOf(kind: unknown): string {
	return typeof kind === 'string' ? JSON.stringify(kind.slice(0, 40)) : 'this';
}
const count = z.int().min(0).max(1000);
const number = z.number().min(-1e12).max(1e12);
const comparison = { compare: z.enum(COMPARISONS), than: number, to: number.optional() };
const place = z.union([
	z.strictObject({
		zone: z.string().trim().min(1).max(ZONE_NAME_MAX, ends()),
		side: z.enum(['in', 'near', 'outside']),
	}),
	z.strictObject({ part: z.enum(PICTURE_PARTS) }),
	z.strictObject({ view: words }),
]);
const weekday = z.int().min(0).max(6);
const dayPoint = z.union([
	z.strictObject({ date: z.iso.date() }),
	z.strictObject({ ahead: z.int().min(-3660).max(3660) }),
]);
const monthDay = z.int().min(1).max(31);
const dayRule = z.discriminatedUnion('on', [
	z.strictObject({ on: z.literal('weekdays'), days: z.array(weekday).min(1).max(7, ends()) }),
	z.strictObject({
		on: z.literal('weeks'),
		every: z.int().min(1).max(53),
		day: weekday,
		from: z.iso.date().optional(),
	}),
	z.strictObject({
		on: z.literal('month'),
		days: z
			.array(z.union([monthDay, z.literal('last')]))
			.min(1)
			.max(31, ends()),
	}),
	z.strictObject({
		on: z.literal('month-weekday'),
		nth: z.union([z.int().min(1).max(5), z.literal('last')]),
		day: weekday,
	}),
	z.strictObject({
		on: z.literal('date'),
		date: monthDay,
		month: z.int().min(0).max(11),
		year: z.int().min(2000).max(2200).optional(),
	}),
]);

const PARTS = [
	z.strictObject({
		is: z.literal('seen'),
		not,
		kinds,
		least: count,
		most: count.nullable(),
		where: place.optional(),
		beside: z.strictObject({ how: z.enum(['on', 'with', 'near']), kinds }).optional(),
	}),
	z.strictObject({
		is: z.literal('hours'),
		not,
		time: z.union([z.enum(DAY_PARTS), z.strictObject({ from: timeOfDay, to: timeOfDay })]).nullable(),
		days: z.array(weekday).max(7, ends()),
	}),
	z.strictObject({
		is: z.literal('text'),
		not,
		words: list,
		on: words.nullable(),
		inside: kinds.optional(),
		where: place.optional(),
	}),
	z.strictObject({
		is: z.literal('number'),
		not,
		of: z.union([words, z.strictObject({ kinds })]),
		...comparison,
		since: z
			.strictObject({
				minutes: z
					.int()
					.min(0)
					.max(366 * 24 * 60),
				percent: z.boolean(),
			})
			.optional(),
		where: place.optional(),
	}),
	z.strictObject({ is: z.literal('taught'), not, words }),
	z.strictObject({ is: z.literal('sender'), not, any: list }),
	z.strictObject({
		is: z.literal('says'),
		not,
		words: list,
		match: z.enum(['any', 'all']),
		in: z.enum(MAIL_PLACES),
	}),
	z.strictObject({
		is: z.literal('value'),
		not,
		label: words.nullable(),
		unit: z.enum(['money', 'percent', 'number', 'measure']),
		of: words.nullable(),
		...comparison,
	}),
	z.strictObject({
		is: z.literal('date'),
		not,
		label: words,
		from: dayPoint.nullable(),
		to: dayPoint.nullable(),
	}),
	z.strictObject({ is: z.literal('attachment'), not, kind: z.enum(ATTACHMENT_KINDS) }),
	z.strictObject({ is: z.literal('kind'), not, kind: z.enum(MAIL_KINDS) }),
	z.strictObject({ is: z.literal('days'), not, rule: dayRule }),
	z.strictObject({ is: z.literal('every'), not }),
	z.strictObject({ is: z.literal('beyond'), not, words: z.string().trim().min(1).max(3000, ends()) }),
] as const;

const groupOf = <T extends z.ZodType>(inner: T) =>
	z.strictObject({
		is: z.enum(['all', 'any']),
		not,
		of: z.array(inner).min(1, 'needs at least one part').max(CONDITION_PARTS_MAX, ends(TOO_MANY)),
	});
const TOO_MANY = `may have at most ${CONDITION_PARTS_MAX} parts`;

const flat = z.discriminatedUnion('is', PARTS);
const nested = z.discriminatedUnion('is', [...PARTS, groupOf(flat)]);
const twice = z.discriminatedUnion('is', [...PARTS, groupOf(nested)]);

const whole = z
	.discriminatedUnion('is', [...PARTS, groupOf(twice)])
	.refine((whole) => partsOf(whole as Condition).length <= CONDITION_PARTS_MAX, {
		message: TOO_MANY,
	})
	.refine((whole) => JSON.stringify(whole).length <= CONDITION_SIZE_MAX, {
		message: `may have at most ${CONDITION_SIZE_MAX} characters as JSON`,
	});

/** Lazy, so that the description of the API names it in one place: written out, it would be most of it. */
export const condition = z.lazy(() => whole as unknown as z.ZodType<Condition, Condition>);
