import { csvLine } from '@watchword/contract/csv';
import type { ValueAt } from '@watchword/contract/values';

/** The values as a table for spreadsheets: times in ISO 8601 (UTC), the decimal mark a point. */
export function csvOf(values: readonly ValueAt[], automation: string): string {
	const rows = values.map(({ at, value, verdict }) =>
		csvLine([new Date(at * 1000).toISOString(), value, verdict ?? '', automation]),
	);
	return [csvLine(['time', 'value', 'verdict', 'automation']), ...rows].join('');
}
