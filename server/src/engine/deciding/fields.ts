import type { FieldValue, ResultField } from '@watchword/contract/field';
import { readValue } from '@watchword/contract/field-value';
import { readSupport } from '../../mail/reading/reader.ts';
import type { Question } from '../../ports/model.ts';

const MAX_EVIDENCE = 500;

/** The fields of an answer: the valid ones, and the errors in words that help the model to correct them. */
export interface ReadFields {
	values: FieldValue[];
	problems: string[];
}

/** What is stored if there is no value. */
const empty = ({ id, name }: ResultField, problem: string): FieldValue => ({
	field: id,
	name,
	value: null,
	evidence: null,
	problem,
});

export const emptyFields = (fields: readonly ResultField[] = [], problem: string): FieldValue[] =>
	fields.map((field) => empty(field, problem));

const NOT_FOUND = 'It was not found.';

/**
 * Reads the fields of a model's answer by the rules of their types. A wrong value is empty, with the reason. So is a value that
 * is not supported by the text the model was given.
 */
export async function readFields(
	fields: readonly ResultField[],
	given: unknown,
	question: Question,
): Promise<ReadFields> {
	const problems: string[] = [];
	const values = fields.map((field): FieldValue => {
		const { id, name } = field;
		const misfit = (problem: string) => {
			problems.push(`fields.${id}: ${problem}`);
			return empty(field, `The answer of the model did not fit: ${problem}.`);
		};
		const one = isRecord(given) && Object.hasOwn(given, id) ? given[id] : undefined;
		if (!isRecord(one) || !('value' in one)) return misfit('it is missing, or has no "value"');
		const read = readValue(field, one.value);
		if ('problem' in read) return misfit(read.problem);
		if (read.value === null) return empty(field, NOT_FOUND);
		const evidence = typeof one.evidence === 'string' ? one.evidence.toWellFormed().trim() : '';
		return { field: id, name, value: read.value, evidence, problem: null };
	});
	const claims = values.flatMap(({ value, evidence, problem }) =>
		value === null || evidence === null || problem ? [] : [{ value, evidence }],
	);
	const reasons = claims.length > 0 ? await readSupport(claims, shownIn(question)) : [];
	const checked = values.map((value) => {
		if (value.evidence === null) return value;
		const problem = reasons.shift() ?? null;
		return { ...value, ...(problem ? { value: null, evidence: null, problem } : shortened(value.evidence)) };
	});
	return { values: checked, problems };
}

const shownIn = ({ parts: { mail }, images, enclosed = [] }: Question) => ({
	texts: [...(mail ? [`${mail.from}\n${mail.subject}\n${mail.text}`] : []), ...enclosed],
	hasImages: images.length > 0,
});

const shortened = (text: string) => ({
	evidence: text.length > MAX_EVIDENCE ? `${text.slice(0, MAX_EVIDENCE - 1).toWellFormed()}…` : text,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
