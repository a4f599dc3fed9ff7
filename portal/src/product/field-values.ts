import type { FieldValue, Value } from '@watchword/contract/field';
import { isAmount, isDay } from '@watchword/contract/field-value';

type Row = { values: readonly FieldValue[]; corrections: Readonly<Record<string, Value>> };

export const correctedIn = ({ corrections }: Row, id: string) => Object.hasOwn(corrections, id);

/** The value that counts: the customer's correction if there is one, otherwise what the model found. */
export const shownIn = (row: Row, id: string): Value =>
	correctedIn(row, id)
		? (row.corrections[id] ?? null)
		: (row.values.find(({ field }) => field === id)?.value ?? null);

/** A value as the customer reads it; empty if there is none. */
export function shownValue(value: Value): string {
	if (value === null) return '';
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	if (typeof value === 'number') return value.toLocaleString(undefined, { maximumFractionDigits: 6 });
	if (isAmount(value)) return amountInWords(value.amount, value.currency);
	return isDay(value)
		? new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
		: value;
}

function amountInWords(amount: number, currency: string | null): string {
	if (currency === null) return amount.toLocaleString(undefined, { minimumFractionDigits: 2 });
	return amount.toLocaleString(undefined, { style: 'currency', currency });
}
