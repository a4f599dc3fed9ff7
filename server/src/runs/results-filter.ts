import type { ResultField } from '@watchword/contract/field';
import { isDay, readValue } from '@watchword/contract/field-value';
import type { ResultsFilter } from '@watchword/contract/results';
import { COMPARISONS_OF, type Comparison } from '@watchword/contract/results-filter';
import { type SQL, sql } from 'drizzle-orm';
import { Refusal } from '../base/failures.ts';

const MAX_WORDS = 20;

/** The visible text of a row in lower case: sender, subject, values and corrections. */
const SHOWN = sql`lower(concat_ws(' ', trigger_from, trigger_subject,
	(select string_agg(coalesce(f -> 'value' ->> 'amount', '') || ' ' || (f ->> 'value'), ' ') from jsonb_array_elements(action_fields) f),
	(select string_agg(value, ' ') from jsonb_each_text(action_corrections))))`;

/** The conditions that a row must meet. */
export function conditionsOf(filter: ResultsFilter, fields: readonly ResultField[]): SQL[] {
	const { search = '', from, to, where, corrected } = filter;
	const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
	return [
		...words.map((word) => sql`position(${word} in ${SHOWN}) > 0`),
		...(from === undefined ? [] : [sql`_timestamp >= to_timestamp(${from})`]),
		...(to === undefined ? [] : [sql`_timestamp < to_timestamp(${to})`]),
		...(corrected ? [sql`action_corrections <> '{}'::jsonb`] : []),
		...(where ?? '').split('\n').flatMap((line) => (line ? [comparison(line, fields)] : [])),
	];
}

function comparison(line: string, fields: readonly ResultField[]): SQL {
	const [id = '', name = '', ...rest] = line.split(':');
	const how = name as Comparison;
	const said = rest.join(':').trim();
	const field = fields.find((one) => one.id === id);
	const refuse = (problem: string) => new Refusal('invalid-argument', `where: ${problem}`);
	if (!field) throw refuse(`the automation has no field ${id}`);
	if (!COMPARISONS_OF[field.type].includes(how))
		throw refuse(`${field.name} can be compared by ${COMPARISONS_OF[field.type].join(', ')}, not by ${how}`);
	// The customer's correction counts; without one, what the model found.
	const value = sql`(case when action_corrections ? ${id}::text then action_corrections -> ${id}::text else
		jsonb_path_query_first(action_fields, '$[*] ? (@.field == $id).value', jsonb_build_object('id', ${id}::text)) end)`;
	const text = sql`lower(${value} #>> '{}')`;
	if (how === 'empty') return sql`coalesce(${value} #>> '{}', '') = ''`;
	if (how === 'filled') return sql`coalesce(${value} #>> '{}', '') <> ''`;
	if (said === '') throw refuse(`${field.name}: ${how} needs a value`);
	const operator = how === 'at-least' ? sql`>=` : how === 'at-most' ? sql`<=` : sql`=`;
	switch (field.type) {
		case 'number':
		case 'amount': {
			const number = Number(said);
			if (!/\d/.test(said) || !Number.isFinite(number))
				throw refuse(`${field.name}: must be a number such as 12.5`);
			// A value from when the field had another type is not a number.
			const found = sql`case jsonb_typeof(${value}) when 'number' then (${value} #>> '{}')::numeric
				when 'object' then (${value} ->> 'amount')::numeric end`;
			return sql`${found} ${operator} ${number}::numeric`;
		}
		case 'date':
			if (!isDay(said)) throw refuse(`${field.name}: must be a date such as 2026-03-14`);
			return sql`case when ${text} ~ '^\\d{4}-\\d{2}-\\d{2}$' then ${text} ${operator} ${said} else false end`;
		case 'yes-no': {
			const wanted = { yes: 'true', true: 'true', no: 'false', false: 'false' }[said.toLowerCase()];
			if (!wanted) throw refuse(`${field.name}: must be yes or no`);
			return sql`${text} = ${wanted}`;
		}
		case 'choice': {
			const read = readValue(field, said);
			if ('problem' in read) throw refuse(`${field.name} ${read.problem}`);
			return sql`${text} = ${said.toLowerCase()}`;
		}
		case 'text':
			return how === 'contains'
				? sql`position(${said.toLowerCase()} in ${text}) > 0`
				: sql`${text} = ${said.toLowerCase()}`;
	}
}
