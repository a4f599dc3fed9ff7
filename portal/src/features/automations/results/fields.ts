import {
	FIELD_NAME_MAX_LENGTH,
	FIELDS_MAX,
	type FieldType,
	type ResultField,
} from '@watchword/contract/field';

export const TYPE_NAMES: { [T in FieldType]: string } = {
	text: 'Text',
	number: 'Number',
	amount: 'Amount',
	date: 'Date',
	'yes-no': 'Yes or no',
	choice: 'Choice',
};

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new field. Its id stays when its name changes, and with it the values that were found. */
export function newField(name = '', type: FieldType = 'text'): ResultField {
	const bytes = crypto.getRandomValues(new Uint8Array(8));
	return { id: Array.from(bytes, (byte) => ALPHABET[byte % 32]).join(''), name, type, choices: [] };
}

/** Groups of fields to start with. */
export const SUGGESTIONS: { name: string; fields: [string, FieldType][] }[] = [
	{
		name: 'Invoices',
		fields: [
			['Supplier', 'text'],
			['Invoice number', 'text'],
			['Amount', 'amount'],
			['Due date', 'date'],
		],
	},
	{
		name: 'Orders',
		fields: [
			['Order number', 'text'],
			['Total', 'amount'],
			['Delivery date', 'date'],
			['Tracking number', 'text'],
		],
	},
	{
		name: 'Bookings',
		fields: [
			['Booking number', 'text'],
			['Arrival', 'date'],
			['Departure', 'date'],
			['Guests', 'number'],
		],
	},
];

/** Fields that can be counted on captures. */
export const CAPTURE_SUGGESTIONS: typeof SUGGESTIONS = [
	{ name: 'People', fields: [['People', 'number']] },
	{ name: 'Cars', fields: [['Cars', 'number']] },
];

/** As they are saved: trimmed, and without blank choices. */
export const tidiedFields = (fields: readonly ResultField[]): ResultField[] =>
	fields.map((field) => ({
		...field,
		name: field.name.trim(),
		choices: field.type === 'choice' ? field.choices.map((one) => one.trim()).filter(Boolean) : [],
	}));

/** Why the fields cannot be saved. */
export function fieldsProblem(given: readonly ResultField[]): string | undefined {
	const fields = tidiedFields(given);
	const same = (all: string[]) => new Set(all.map((one) => one.toLowerCase())).size < all.length;
	if (fields.length > FIELDS_MAX) return `There is room for ${FIELDS_MAX} fields.`;
	if (fields.some(({ name }) => name === '')) return 'Give each field a name, or remove it.';
	if (fields.some(({ name }) => name.length > FIELD_NAME_MAX_LENGTH))
		return `A name may have ${FIELD_NAME_MAX_LENGTH} characters.`;
	if (same(fields.map(({ name }) => name))) return 'Two fields have the same name.';
	const bad = fields.find(({ type, choices }) => type === 'choice' && (choices.length < 2 || same(choices)));
	return bad && `“${bad.name}” needs at least two different choices.`;
}

type WrongPart = { at: number; part: 'name' | 'choices' };

/** Where the problem is: the first field that causes it. */
export function wrongPart(fields: readonly ResultField[], problem: string | undefined): WrongPart | null {
	const upTo = (at: number) => fields.slice(0, at + 1);
	const at = problem ? fields.findIndex((_, at) => fieldsProblem(upTo(at)) === problem) : -1;
	const field = fields[at];
	if (!field) return null;
	const isInChoices = fieldsProblem(upTo(at).with(at, { ...field, type: 'text' })) !== problem;
	return { at, part: isInChoices ? 'choices' : 'name' };
}

/** "Supplier (Text), Kind (Choice: Invoice, Reminder)". */
export const fieldsInWords = (fields: readonly ResultField[]): string =>
	tidiedFields(fields)
		.map(({ name, type, choices }) =>
			type === 'choice'
				? `${name} (${TYPE_NAMES[type]}: ${choices.join(', ')})`
				: `${name} (${TYPE_NAMES[type]})`,
		)
		.join(', ');
