import { CONDITION_LIST_MAX, CONDITION_WORDS_MAX, type Part } from '@watchword/contract/condition';
import { DAY_NAMES } from '@watchword/contract/day-rule';
import { KIND_GROUPS } from '@watchword/contract/kind-groups';
import { kindInWords } from '@watchword/contract/kind-words';
import { KNOWN_OBJECTS } from '@watchword/contract/known-objects';
import { useId, useState } from 'react';
import { CheckList } from '../../../ui/check-list.tsx';
import { Field, inputClasses } from '../../../ui/field.tsx';
import { matches, SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Around, capital, type Input } from './field.ts';

type Props = { input: Input; part: Part; around: Around; onChange: (part: Part) => void };

/** One input of a field. What cannot be part of a condition, such as no number, is shown but changes nothing. */
export function PartInput({ input, part, around, onChange }: Props) {
	const { label, hint } = input;
	const shared = { label, hint };
	switch (input.as) {
		case 'choice': {
			const options = typeof input.options === 'function' ? input.options(around, part) : input.options;
			return (
				<Select
					label={label}
					options={Object.entries(options).map(([value, label]) => ({ value, label }))}
					value={input.get(part)}
					onChange={(value) => onChange(input.set(part, value))}
				/>
			);
		}
		case 'number':
			return (
				<TypedField
					{...shared}
					inputMode={input.whole ? 'numeric' : 'decimal'}
					value={String(input.get(part))}
					read={(text) => numberIn(text, input.whole)}
					onRead={(value) => onChange(input.set(part, value))}
					needs={input.whole ? 'It needs a whole number.' : 'It needs a number.'}
				/>
			);
		case 'list':
			return (
				<TypedField
					{...shared}
					isLong
					value={input.get(part).join('\n')}
					read={(text) => linesIn(text)}
					onRead={(value) => onChange(input.set(part, value))}
					needs={`It needs 1 to ${CONDITION_LIST_MAX} lines of at most ${CONDITION_WORDS_MAX} characters.`}
				/>
			);
		case 'kinds':
			return (
				<Kinds
					label={label}
					chosen={input.get(part)}
					isOptional={input.optional === true}
					onChange={(kinds) => onChange(input.set(part, kinds))}
				/>
			);
		case 'weekdays':
			return (
				<CheckList
					label={hint ? `${label} (${hint})` : label}
					options={WEEKDAYS}
					chosen={input.get(part)}
					onChange={(days) => (days.length > 0 || input.optional) && onChange(input.set(part, days))}
				/>
			);
		default:
			return (
				<TypedField
					{...shared}
					type={input.as}
					value={input.get(part)}
					read={(text) => textIn(text, input.optional)}
					onRead={(value) => onChange(input.set(part, value))}
					needs="It needs a value."
				/>
			);
	}
}

function numberIn(text: string, isWhole = false): number | null {
	const value = Number(text.trim().replace(',', '.'));
	const isUsable = text.trim() !== '' && Number.isFinite(value) && (!isWhole || Number.isInteger(value));
	return isUsable ? value : null;
}

function textIn(text: string, isOptional = false): string | null {
	const value = text.trim();
	return value.length <= CONDITION_WORDS_MAX && (value !== '' || isOptional) ? value : null;
}

function linesIn(text: string): string[] | null {
	const lines = [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
	const fit = lines.length <= CONDITION_LIST_MAX && lines.every((line) => textIn(line) !== null);
	return fit && lines.length > 0 ? lines : null;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: DAY_NAMES[day] ?? '' }));

type TypedProps<Value> = {
	label: string;
	hint?: string | undefined;
	type?: 'text' | 'date' | 'time';
	inputMode?: 'numeric' | 'decimal';
	isLong?: boolean;
	value: string;
	/** Null if it is not a value. */
	read: (text: string) => Value | null;
	onRead: (value: Value) => void;
	/** What is wrong otherwise. */
	needs: string;
};

/** Keeps what is typed, also while it is not a value. */
function TypedField<Value>({ read, onRead, needs, value, isLong, ...rest }: TypedProps<Value>) {
	const [typed, setTyped] = useState({ text: value, of: value });
	// Changed from elsewhere.
	if (typed.of !== value) setTyped({ text: value, of: value });
	const [touched, setTouched] = useState(false);
	const type = (text: string) => {
		const next = read(text);
		setTouched(true);
		setTyped({ text, of: next === null ? value : Array.isArray(next) ? next.join('\n') : String(next) });
		if (next !== null) onRead(next);
	};
	const error = touched && read(typed.text) === null ? needs : undefined;
	return isLong ? (
		<Lines {...rest} value={typed.text} error={error} onChange={type} />
	) : (
		<Field {...rest} value={typed.text} error={error} onChange={(event) => type(event.target.value)} />
	);
}

type LinesProps = {
	label: string;
	hint?: string | undefined;
	value: string;
	error: string | undefined;
	onChange: (text: string) => void;
};

function Lines({ label, hint, value, error, onChange }: LinesProps) {
	const id = useId();
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-small font-medium">
				{label}
			</label>
			<textarea
				id={id}
				rows={3}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				aria-invalid={error ? true : undefined}
				aria-describedby={`${id}-note`}
				className={inputClasses(Boolean(error), 'h-auto! py-2')}
			/>
			<p id={`${id}-note`} className="text-small text-muted empty:hidden">
				{error ? <span className="text-loss">{error}</span> : hint}
			</p>
		</div>
	);
}

const ALL_KINDS = [...Object.keys(KIND_GROUPS), ...KNOWN_OBJECTS].map((value) => ({
	value,
	label: capital(kindInWords(value)),
}));

type KindsProps = {
	label: string;
	chosen: readonly string[];
	isOptional: boolean;
	onChange: (kinds: string[]) => void;
};

/** What was chosen when it opened comes first. A condition keeps its last kind until there is another one. */
function Kinds({ label, chosen, isOptional, onChange }: KindsProps) {
	const [search, setSearch] = useState('');
	const [first] = useState(chosen);
	const [picked, setPicked] = useState(chosen);
	const [touched, setTouched] = useState(false);
	const isMissing = picked.length === 0 && !isOptional;
	const options = ALL_KINDS.toSorted(
		(a, b) => Number(first.includes(b.value)) - Number(first.includes(a.value)),
	).filter(({ label }) => matches(label, search));
	const pick = (shown: string[]) => {
		const hidden = picked.filter((kind) => !options.some(({ value }) => value === kind));
		const kinds = [...hidden, ...shown].slice(0, CONDITION_LIST_MAX);
		setTouched(true);
		setPicked(kinds);
		if (kinds.length > 0 || isOptional) onChange(kinds);
	};
	return (
		<div className="grid gap-3">
			<SearchField label="Search kinds" value={search} onChange={setSearch} />
			<div className="max-h-52 overflow-y-auto overscroll-contain p-1">
				<CheckList
					label={label}
					options={options}
					chosen={picked}
					onChange={pick}
					error={touched && isMissing ? 'It needs at least one kind.' : undefined}
				/>
				{options.length === 0 && (
					<p className="text-small text-muted">The built-in model knows no such kind.</p>
				)}
			</div>
		</div>
	);
}
