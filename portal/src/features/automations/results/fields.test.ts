import type { ResultField } from '@watchword/contract/field';
import { resultFields } from '@watchword/contract/field-settings';
import { expect, test } from 'vitest';
import {
	CAPTURE_SUGGESTIONS,
	fieldsInWords,
	fieldsProblem,
	newField,
	SUGGESTIONS,
	tidiedFields,
	wrongPart,
} from './fields.ts';

test('suggested fields can be saved as they are', () => {
	for (const { fields } of [...SUGGESTIONS, ...CAPTURE_SUGGESTIONS]) {
		const made = fields.map(([name, type]) => newField(name, type));
		expect(fieldsProblem(made)).toBeUndefined();
		expect(resultFields.parse(made)).toEqual(made);
	}
});

test('a problem is shown at the field that has it', () => {
	const one = { ...newField('One', 'choice'), choices: ['a', 'b'] };
	const wrong = (fields: ResultField[]) => wrongPart(fields, fieldsProblem(fields));
	expect(wrong([one])).toBeNull();
	expect(wrong([one, newField(''), newField('')])).toEqual({ at: 1, part: 'name' });
	expect(wrong([one, newField('Two'), newField('one')])).toEqual({ at: 2, part: 'name' });
	expect(wrong([newField('Two'), { ...one, choices: [] }])).toEqual({ at: 1, part: 'choices' });
});

test('input that the server would refuse is reported before', () => {
	const kind = (choices: string[]) => ({ ...newField('Kind', 'choice'), choices });
	expect(fieldsProblem([newField(' ')])).toBe('Give each field a name, or remove it.');
	expect(fieldsProblem([newField('a'), newField('A ')])).toBe('Two fields have the same name.');
	expect(fieldsProblem([kind(['One', ' '])])).toBe('“Kind” needs at least two different choices.');
	expect(fieldsProblem([kind(['One', ' one'])])).toBe('“Kind” needs at least two different choices.');
	expect(fieldsProblem([kind(['One', ' Two'])])).toBeUndefined();
	expect(fieldsProblem(Array.from({ length: 21 }, (_, n) => newField(`f${n}`)))).toBe(
		'There is room for 20 fields.',
	);
	expect(resultFields.safeParse(tidiedFields([kind(['One', ' Two ', ''])])).success).toBe(true);
	expect(fieldsInWords([kind(['One', ' Two'])])).toBe('Kind (Choice: One, Two)');
});
