/** The fields of structured results: names and limits. Without packages, so that the portal needs no schema library for them. */

/** What a field holds. A date is YYYY-MM-DD, an amount is a number with its currency. */
export const FIELD_TYPES = ['text', 'number', 'amount', 'date', 'yes-no', 'choice'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const FIELDS_MAX = 20;
export const FIELD_NAME_MAX_LENGTH = 60;
export const FIELD_CHOICES_MAX = 30;

/** What an automation should find in each mail or picture. The id stays when the name changes, and so do the values. */
export interface ResultField {
	id: string;
	name: string;
	type: FieldType;
	/** What may be chosen; empty unless the type is `choice`. */
	choices: string[];
}

export interface Amount {
	amount: number;
	/** Three letters of ISO 4217; null if none is named. */
	currency: string | null;
}

/** What a field can hold. Null is empty. */
export type Value = string | number | boolean | Amount | null;

/** What was found for a field. Null if nothing was found: a value is never invented. */
export interface FieldValue {
	/** The id of the field. */
	field: string;
	/** The name of the field at that time. */
	name: string;
	value: Value;
	/** The words or the part of the picture that it was taken from; null if there is no value. */
	evidence: string | null;
	/** Why there is no value, in words for the customer; null if there is one. */
	problem: string | null;
}
