import type { AutomationSummary } from '@watchword/contract/automation';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isDay } from '../../lib/time.ts';
import { TRIGGER_NAMES } from '../../product/names.ts';
import { inputClasses } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TypedSearch } from '../../ui/typed-search.tsx';
import { type Chosen, OUTCOME_NAMES, quickDays } from './filter.ts';

type Props = { chosen: Chosen; automations: AutomationSummary[] | undefined };

/** Which runs are shown. The filters are in the address, so that reload, bookmarks and the back button keep them. */
export function Filters({ chosen, automations }: Props) {
	const [, setParams] = useSearchParams();
	const set = (change: Record<string, string>, replace = false) =>
		setParams(
			() => {
				// Read from the address itself: on a slow machine the last choice may not be rendered yet.
				const after = new URLSearchParams(window.location.search);
				for (const [name, value] of Object.entries(change)) {
					if (value) after.set(name, value);
					else after.delete(name);
				}
				after.delete('run');
				return after;
			},
			{ replace },
		);
	const { automation = '', trigger = '', outcome = '' } = chosen;
	const gone = automations?.some(({ id }) => id === automation) ? '' : automation;
	const names = useMemo(() => namesOf(automations ?? [], gone), [automations, gone]);
	return (
		<search className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
			<div className="col-span-2 lg:col-span-4">
				<TypedSearch
					label="Search runs"
					placeholder="Search sender, subject, evidence"
					value={chosen.search ?? ''}
					onChange={(search) => set({ search }, true)}
				/>
			</div>
			<Select
				label="Automation"
				isLabelHidden
				value={automation}
				onChange={(value) => set({ automation: value })}
				options={names}
			/>
			<Select
				label="Trigger"
				isLabelHidden
				value={trigger}
				onChange={(value) => set({ trigger: value })}
				options={[{ value: '', label: 'Every trigger' }, ...optionsOf(TRIGGER_NAMES)]}
			/>
			<Select
				label="Outcome"
				isLabelHidden
				value={chosen.waiting ? WAITING : outcome}
				onChange={(value) =>
					set(value === WAITING ? { outcome: '', waiting: 'yes' } : { outcome: value, waiting: '' })
				}
				options={[
					{ value: '', label: 'Every outcome' },
					{ value: WAITING, label: 'Waiting for you' },
					...optionsOf(OUTCOME_NAMES),
				]}
			/>
			<Days chosen={chosen} onChange={set} />
		</search>
	);
}

/** The same array for every choice, because there may be a thousand. */
const namesOf = (automations: AutomationSummary[], gone: string) => [
	{ value: '', label: 'Every automation' },
	...automations.map(({ id, _name }) => ({ value: id, label: _name })),
	...(gone ? [{ value: gone, label: 'Automation not available' }] : []),
];

/** Not an outcome: the run continues when its owner has answered. */
const WAITING = 'waiting';

const optionsOf = (names: Record<string, string>) =>
	Object.entries(names).map(([value, label]) => ({ value, label }));

const OTHER = 'other';

/** Common periods, or any other days. */
function Days({ chosen, onChange }: { chosen: Chosen; onChange(change: Record<string, string>): void }) {
	const { from = '', to = '' } = chosen;
	const quick = quickDays();
	const [isOpen, setOpen] = useState(false);
	const given = from || to ? (quick.find((days) => days.from === from && days.to === to)?.name ?? OTHER) : '';
	const value = isOpen ? OTHER : given;
	const choose = (name: string) => {
		setOpen(name === OTHER);
		const days = quick.find((one) => one.name === name);
		if (name !== OTHER) onChange({ from: days?.from ?? '', to: days?.to ?? '' });
	};
	return (
		<>
			<Select
				label="Date"
				isLabelHidden
				value={value}
				onChange={choose}
				options={[
					{ value: '', label: 'Any day' },
					...quick.map(({ name }) => ({ value: name, label: name })),
					{ value: OTHER, label: 'Other days' },
				]}
			/>
			{value === OTHER && (
				<div className="col-span-2 grid grid-cols-2 gap-3 lg:col-span-2 lg:col-start-3">
					<Day
						label="From"
						value={from}
						onChange={(day) => onChange({ from: day })}
						{...(to && { max: to })}
					/>
					<Day label="To" value={to} onChange={(day) => onChange({ to: day })} {...(from && { min: from })} />
				</div>
			)}
		</>
	);
}

type DayProps = { label: string; value: string; onChange(day: string): void; min?: string; max?: string };

/** The typed text stays in the field until it loses the focus. It is applied as soon as it is a complete day. */
function Day({ label, value, onChange, ...bounds }: DayProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const change = (text: string) => {
		setTyped(text);
		if (text === '' || isDay(text)) onChange(text);
	};
	return (
		<label className="grid gap-1 text-small text-muted">
			{label}
			<input
				{...bounds}
				type="date"
				value={typed ?? value}
				onChange={(event) => change(event.target.value)}
				onBlur={() => setTyped(null)}
				className={inputClasses(false, 'text-body text-ink')}
			/>
		</label>
	);
}
