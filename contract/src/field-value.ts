/** What is a valid value of a field, and how it is written. Without packages, so that the portal needs no schema library for it. */
import type { Amount, ResultField, Value } from './field.ts';

export const VALUE_MAX_LENGTH = 500;
/** Above this, a number with two decimals is no longer exact. */
const MAX = 1e13;

type Read = { value: Value } | { problem: string };

/** A cleaned value for a field, or what is wrong with it. Nothing at all is an empty field, which is always valid. */
export function readValue(field: Pick<ResultField, 'type' | 'choices'>, given: unknown): Read {
	if (given === null) return { value: null };
	switch (field.type) {
		case 'text':
			return readText(given);
		case 'number':
			return isBounded(given) ? { value: given } : { problem: 'must be a number' };
		case 'amount':
			return readAmount(given);
		case 'date':
			return typeof given === 'string' && isDay(given)
				? { value: given }
				: { problem: 'must be a date that exists, as YYYY-MM-DD' };
		case 'yes-no':
			return typeof given === 'boolean' ? { value: given } : { problem: 'must be true or false' };
		case 'choice': {
			const said = typeof given === 'string' ? given.trim().toLowerCase() : null;
			const chosen = field.choices.find((choice) => choice.toLowerCase() === said);
			return chosen === undefined
				? { problem: `must be one of ${field.choices.map((choice) => JSON.stringify(choice)).join(', ')}` }
				: { value: chosen };
		}
	}
}

function readText(given: unknown): Read {
	if (typeof given !== 'string') return { problem: 'must be a text' };
	const text = given
		.toWellFormed()
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.trim();
	if (text.length > VALUE_MAX_LENGTH) return { problem: `must have at most ${VALUE_MAX_LENGTH} characters` };
	return { value: text || null };
}

function readAmount(given: unknown): Read {
	const problem = 'must have an amount that is a number, and a currency of three letters or null';
	if (!isAmount(given)) return { problem };
	const { amount, currency } = given;
	if (!isBounded(amount)) return { problem };
	if (currency === null) return { value: { amount, currency } };
	if (typeof currency !== 'string') return { problem };
	const code = currency.trim().toUpperCase();
	return isCurrency(code)
		? { value: { amount, currency: code } }
		: { problem: `${JSON.stringify(code.slice(0, 20))} is no currency of ISO 4217` };
}

const isBounded = (given: unknown): given is number =>
	typeof given === 'number' && Number.isFinite(given) && Math.abs(given) <= MAX;

export const isAmount = (value: unknown): value is Amount =>
	typeof value === 'object' &&
	value !== null &&
	'amount' in value &&
	'currency' in value &&
	Object.keys(value).length === 2;

let currencies: Set<string> | undefined;
export function isCurrency(code: string): boolean {
	currencies ??= new Set(Intl.supportedValuesOf('currency'));
	return currencies.has(code);
}

/** A day of the calendar, from 1900 to 2199. */
export function isDay(text: string): boolean {
	if (!/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
	const day = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A value as text: "1234.5 EUR", "yes", "2026-03-14". Empty if there is none. */
export function valueInWords(value: Value): string {
	if (value === null) return '';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value !== 'object') return String(value);
	return value.currency === null ? String(value.amount) : `${value.amount} ${value.currency}`;
}
