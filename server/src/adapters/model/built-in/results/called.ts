import type { FieldType, ResultField } from '@watchword/contract/field';
import { said } from './fill.ts';
import type { Candidate } from './find.ts';

/** What the texts say under a name, for a prompt that asks for it. */
export function valuesCalled(name: string, type: FieldType, texts: readonly string[]): Candidate[] {
	const field: ResultField = { id: '', name, type, choices: [] };
	return said(field, texts);
}
