import { useQueryClient } from '@tanstack/react-query';
import type { ResultField, Value } from '@watchword/contract/field';
import { isAmount, readValue, valueInWords } from '@watchword/contract/field-value';
import type { Result } from '@watchword/contract/results';
import { useState } from 'react';
import { ApiError, call } from '../../../lib/api.ts';
import { correctedIn, shownIn, shownValue } from '../../../product/field-values.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';

type Chosen = { row: Result; field: ResultField };

/** One cell of the table: what the model found and where, and a way to correct it. */
export function CellDialog({ chosen, onClose }: { chosen: Chosen | null; onClose: () => void }) {
	return (
		<Dialog open={chosen !== null} onClose={onClose} title={chosen?.field.name ?? ''}>
			{chosen && <Correction key={`${chosen.row.id} ${chosen.field.id}`} {...chosen} onDone={onClose} />}
		</Dialog>
	);
}

function Correction({ row, field, onDone }: Chosen & { onDone: () => void }) {
	const client = useQueryClient();
	const found = row.values.find((one) => one.field === field.id);
	const isCorrected = correctedIn(row, field.id);
	const [typed, setTyped] = useState(() => typedOf(shownIn(row, field.id)));
	const [problem, setProblem] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);

	async function send(correction: { value: Value } | null) {
		setBusy(true);
		setProblem(null);
		try {
			await call('PUT /api/runs/{id}/corrections', {
				params: { id: row.id },
				body: { corrections: { [field.id]: correction } },
			});
			await client.invalidateQueries({ queryKey: ['runs'] });
			onDone();
		} catch (error) {
			console.error(error);
			setProblem(
				error instanceof ApiError && error.status === 400
					? error.message
					: 'It could not be saved. Try again.',
			);
		} finally {
			setBusy(false);
		}
	}

	function save() {
		const read = valueOfTyped(field, typed);
		if ('problem' in read) setProblem(`${field.name} ${read.problem}.`);
		else void send({ value: read.value });
	}

	return (
		<form
			className="grid gap-5"
			onSubmit={(event) => {
				event.preventDefault();
				save();
			}}
		>
			<dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
				<dt className="text-small text-muted">{isCorrected ? 'The model said' : 'Found'}</dt>
				<dd className="min-w-0 wrap-anywhere">{shownValue(found?.value ?? null) || 'Nothing'}</dd>
				<dt className="text-small text-muted">{found?.evidence ? 'Evidence' : 'Why'}</dt>
				<dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">
					{found?.evidence ?? found?.problem ?? 'The automation did not have this field then.'}
				</dd>
			</dl>
			<Inputs field={field} typed={typed} onChange={setTyped} />
			{problem && <Alert tone="loss">{problem}</Alert>}
			<div className="flex flex-wrap justify-end gap-2">
				{isCorrected && (
					<Button look="quiet" disabled={busy} onClick={() => void send(null)}>
						Take the correction back
					</Button>
				)}
				<Button look="primary" type="submit" busy={busy}>
					Save correction
				</Button>
			</div>
		</form>
	);
}

type Typed = { text: string; currency: string };

const typedOf = (value: Value): Typed =>
	isAmount(value)
		? { text: String(value.amount), currency: value.currency ?? '' }
		: { text: valueInWords(value), currency: '' };

/** An empty input means that there is nothing. */
function valueOfTyped(field: ResultField, { text, currency }: Typed) {
	const trimmed = text.trim();
	if (trimmed === '') return { value: null };
	if (field.type === 'number') return readValue(field, Number(trimmed));
	if (field.type === 'amount')
		return readValue(field, { amount: Number(trimmed), currency: currency.trim().toUpperCase() || null });
	if (field.type === 'yes-no') return readValue(field, trimmed === 'yes');
	return readValue(field, trimmed);
}

type InputsProps = { field: ResultField; typed: Typed; onChange: (typed: Typed) => void };

function Inputs({ field: { type, choices }, typed, onChange }: InputsProps) {
	const set = (text: string) => onChange({ ...typed, text });
	if (type === 'yes-no' || type === 'choice') {
		const options = type === 'choice' ? choices : ['yes', 'no'];
		return (
			<Select
				label="Correct value"
				value={options.includes(typed.text) ? typed.text : ''}
				onChange={set}
				options={[{ value: '', label: 'Empty' }, ...options.map((one) => ({ value: one, label: one }))]}
			/>
		);
	}
	const value = (
		<Field
			label="Correct value"
			type={type === 'date' ? 'date' : 'text'}
			inputMode={type === 'number' || type === 'amount' ? 'decimal' : undefined}
			value={typed.text}
			onChange={(event) => set(event.target.value)}
			hint={type === 'text' ? 'Leave it empty if there is nothing.' : undefined}
		/>
	);
	if (type !== 'amount') return value;
	return (
		<div className="grid grid-cols-[1fr_7rem] gap-3">
			{value}
			<Field
				label="Currency"
				placeholder="EUR"
				maxLength={3}
				value={typed.currency}
				onChange={(event) => onChange({ ...typed, currency: event.target.value })}
			/>
		</div>
	);
}
