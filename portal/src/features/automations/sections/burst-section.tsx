import { Select } from '../../../ui/select.tsx';
import { isWatch } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import { MorePart } from './more-part.tsx';

const COUNTS = ['One', 'Two', 'Three', 'Four'];

/** How many pictures a camera takes of each moment. */
export function BurstSection({ editor: { form, change } }: { editor: Editor }) {
	if (!isWatch(form)) return null;
	return (
		<MorePart title="Pictures of each moment" setting={COUNTS[form._burst - 1]} isUsed={form._burst > 1}>
			<div className="grid max-w-xs gap-1.5">
				<Select
					label="Pictures of each moment"
					isLabelHidden
					options={COUNTS.map((label, index) => ({ value: String(index + 1), label }))}
					value={String(form._burst)}
					onChange={(count) => change({ _burst: Number(count) })}
				/>
				<p className="text-small text-pretty text-muted">
					{form._burst === 1
						? 'With several, a language model can tell what moves and where to.'
						: 'The camera takes them seconds apart, and they are looked at together: one run, one charge.'}
				</p>
			</div>
		</MorePart>
	);
}
