import { Field } from '../../../ui/field.tsx';
import type { Editor } from '../use-editor.ts';
import { Section } from './section.tsx';

/** How often an automation may run in a day, whatever triggers it. */
export const CapSection = ({ editor: { form, change, problems } }: { editor: Editor }) => (
	<Section title="Daily Cap">
		<div className="max-w-xs">
			<Field
				label="Runs a day at most"
				inputMode="numeric"
				autoComplete="off"
				maxLength={6}
				placeholder="Any number"
				value={form._dailyCap}
				onChange={(event) => change({ _dailyCap: event.target.value })}
				error={problems._dailyCap}
				hint="Runs beyond it are skipped and cost nothing."
			/>
		</div>
	</Section>
);
