import { Choice } from '../../../ui/choice.tsx';
import { TimeList } from '../../../ui/time-list.tsx';
import { sortedRows } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import { Section } from './section.tsx';

/** How often the captures of a device may trigger the automation. */
export function LimitSection({ editor: { form, change, problems } }: { editor: Editor }) {
	return (
		<Section title="Run Limiting">
			<Choice
				label="Limit Type"
				options={[
					{
						value: 'unlimited',
						label: 'Unlimited',
						hint: 'Run automation every time device sends a capture',
					},
					{
						value: 'limited',
						label: 'Limited',
						hint: 'Run automation on or after the following times',
					},
				]}
				value={form._limited ? 'limited' : 'unlimited'}
				onChange={(type) => change({ _limited: type === 'limited' })}
			/>
			{(form._limited || problems._limitSchedule) && (
				<TimeList
					label="Times of the day"
					rows={form._limitSchedule}
					onChange={(_limitSchedule) => change({ _limitSchedule })}
					onLeave={() => change({ _limitSchedule: sortedRows(form._limitSchedule) })}
					error={problems._limitSchedule}
				/>
			)}
		</Section>
	);
}
