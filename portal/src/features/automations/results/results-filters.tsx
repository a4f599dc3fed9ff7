import type { ResultField } from '@watchword/contract/field';
import type { ResultsFilter } from '@watchword/contract/results';
import { COMPARISONS_OF, type Comparison } from '@watchword/contract/results-filter';
import { addDays, isDay, startOfDay } from '../../../lib/time.ts';
import { Check } from '../../../ui/check.tsx';
import { Field, inputClasses } from '../../../ui/field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';

export type Typed = {
	search: string;
	from: string;
	to: string;
	field: string;
	how: Comparison;
	value: string;
	corrected: boolean;
};
export const NO_FILTER: Typed = {
	search: '',
	from: '',
	to: '',
	field: '',
	how: 'contains',
	value: '',
	corrected: false,
};

const HOW: { [C in Comparison]: string } = {
	contains: 'contains',
	equals: 'is',
	'at-least': 'is at least',
	'at-most': 'is at most',
	empty: 'is empty',
	filled: 'is not empty',
};
const needsValue = (how: Comparison) => how !== 'empty' && how !== 'filled';

export const isFiltered = (typed: Typed) => Object.keys(filterOf(typed)).length > 0;

/** The query for the server. Incomplete filters are left out. */
export function filterOf({ search, from, to, field, how, value, corrected }: Typed): ResultsFilter {
	const isWhole = field !== '' && (!needsValue(how) || value.trim() !== '');
	return {
		...(search.trim() && { search: search.trim().slice(0, 200) }),
		...(isDay(from) && { from: startOfDay(from) / 1000 }),
		...(isDay(to) && { to: startOfDay(addDays(to, 1)) / 1000 }),
		...(isWhole && { where: needsValue(how) ? `${field}:${how}:${value.trim()}` : `${field}:${how}` }),
		...(corrected && { corrected: 'yes' as const }),
	};
}

type Props = { fields: ResultField[]; typed: Typed; onChange: (typed: Typed) => void };

export function ResultsFilters({ fields, typed, onChange }: Props) {
	const set = (part: Partial<Typed>) => onChange({ ...typed, ...part });
	const field = fields.find(({ id }) => id === typed.field);
	return (
		<search className="grid gap-3">
			<div className="grid gap-3 sm:grid-cols-2">
				<SearchField label="Search the results" value={typed.search} onChange={(search) => set({ search })} />
				<Select
					label="Field to filter by"
					isLabelHidden
					value={typed.field}
					onChange={(id) => {
						const chosen = fields.find((one) => one.id === id);
						set({
							field: id,
							value: '',
							how: chosen ? (COMPARISONS_OF[chosen.type][0] ?? 'equals') : 'contains',
						});
					}}
					options={[
						{ value: '', label: 'Any value' },
						...fields.map(({ id, name }) => ({ value: id, label: name })),
					]}
				/>
			</div>
			{field && (
				<div className="grid gap-3 sm:grid-cols-2">
					<Select
						label="Comparison"
						isLabelHidden
						value={typed.how}
						onChange={(how) => set({ how: how as Comparison })}
						options={COMPARISONS_OF[field.type].map((how) => ({ value: how, label: HOW[how] }))}
					/>
					{needsValue(typed.how) && (
						<ValueInput field={field} value={typed.value} onChange={(value) => set({ value })} />
					)}
				</div>
			)}
			<details className="text-small" open={typed.from !== '' || typed.to !== '' || typed.corrected}>
				<summary className="cursor-pointer text-muted hover:text-ink">More filters</summary>
				<div className="mt-3 grid items-end gap-3 sm:grid-cols-3">
					<Field
						label="From"
						type="date"
						value={typed.from}
						onChange={(event) => set({ from: event.target.value })}
					/>
					<Field
						label="To"
						type="date"
						value={typed.to}
						onChange={(event) => set({ to: event.target.value })}
					/>
					<Check
						label="Corrected only"
						checked={typed.corrected}
						onChange={(corrected) => set({ corrected })}
					/>
				</div>
			</details>
		</search>
	);
}

function ValueInput({
	field,
	value,
	onChange,
}: {
	field: ResultField;
	value: string;
	onChange: (value: string) => void;
}) {
	const options = field.type === 'choice' ? field.choices : field.type === 'yes-no' ? ['yes', 'no'] : null;
	if (options)
		return (
			<Select
				label="Value"
				isLabelHidden
				placeholder="Choose"
				value={value}
				onChange={onChange}
				options={options.map((one) => ({ value: one, label: one }))}
			/>
		);
	return (
		<input
			aria-label="Value"
			type={field.type === 'date' ? 'date' : field.type === 'text' ? 'text' : 'number'}
			step="any"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			className={inputClasses(false)}
		/>
	);
}
