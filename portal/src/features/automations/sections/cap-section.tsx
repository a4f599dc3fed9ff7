import { Field } from '../../../ui/field.tsx';
import type { Editor } from '../use-editor.ts';
import { MorePart } from './more-part.tsx';

/** How often an automation may run in a day, whatever triggers it. */
export function CapSection({ editor: { form, change, problems } }: { editor: Editor }) {
	const cap = form._dailyCap.trim();
	return (
		<MorePart
			title="Daily Cap"
			setting={cap ? `At most ${cap} ${cap === '1' ? 'run' : 'runs'} a day` : 'Any number of runs'}
			isUsed={cap !== ''}
			hasProblem={problems._dailyCap !== undefined}
		>
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
		</MorePart>
	);
}
