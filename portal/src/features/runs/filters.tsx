import type { AutomationSummary } from '@watchword/contract/automation';
import { useSearchParams } from 'react-router';
import { TRIGGER_NAMES } from '../../lib/names.ts';
import { inputClasses } from '../../ui/field.tsx';

const OUTCOMES = [
	['succeeded', 'Done'],
	['failed', 'Failed'],
	['skipped', 'Skipped'],
	['queued', 'Waiting'],
] as const;

/** Which runs are shown, kept in the address so that a reload, a bookmark and the back button know it too. */
export function Filters({ automations }: { automations: AutomationSummary[] }) {
	const [params, setParams] = useSearchParams();
	const set = (name: string, value: string) =>
		setParams(
			(before) => {
				const after = new URLSearchParams(before);
				if (value) after.set(name, value);
				else after.delete(name);
				after.delete('run');
				return after;
			},
			{ replace: name === 'search' },
		);
	return (
		<search className="mb-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
			<input
				type="search"
				aria-label="Search runs"
				placeholder="Search sender, subject, evidence"
				maxLength={200}
				value={params.get('search') ?? ''}
				onChange={(event) => set('search', event.target.value)}
				className={inputClasses(false)}
			/>
			<Choice
				label="Automation"
				value={params.get('automation') ?? ''}
				onChange={(value) => set('automation', value)}
				options={automations.map(({ id, _name }) => [id, _name])}
			/>
			<Choice
				label="Trigger"
				value={params.get('trigger') ?? ''}
				onChange={(value) => set('trigger', value)}
				options={Object.entries(TRIGGER_NAMES)}
			/>
			<Choice
				label="Outcome"
				value={params.get('outcome') ?? ''}
				onChange={(value) => set('outcome', value)}
				options={OUTCOMES}
			/>
		</search>
	);
}

type ChoiceProps = {
	label: string;
	value: string;
	onChange(value: string): void;
	options: readonly (readonly [string, string])[];
};

const Choice = ({ label, value, onChange, options }: ChoiceProps) => (
	<select
		aria-label={label}
		value={value}
		onChange={(event) => onChange(event.target.value)}
		className={inputClasses(false)}
	>
		<option value="">{label}: all</option>
		{options.map(([key, name]) => (
			<option key={key} value={key}>
				{name}
			</option>
		))}
	</select>
);
