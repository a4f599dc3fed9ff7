import { useQuery } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { call } from '../../../lib/api.ts';
import { portalQuery } from '../../../lib/documents.ts';
import { Check } from '../../../ui/check.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Editor } from '../use-editor.ts';
import { usePromptReading } from './use-prompt-reading.ts';

/** Whether the built-in model looks first. Only shown if a language model decides. */
export function FirstLook({ editor }: { editor: Editor }) {
	const { form, base, change } = editor;
	const { data: portal } = useQuery(portalQuery);
	const isLanguageModel = portal?.builtInModel === false;
	const reading = usePromptReading(editor, isLanguageModel && form._firstLook);
	const { data: counts } = useQuery({
		queryKey: ['runs', 'first-looks', base.id],
		queryFn: ({ signal }) =>
			call('GET /api/automations/{id}/first-looks', { params: { id: base.id }, signal }),
		enabled: isLanguageModel && base._firstLook && base.id !== EXAMPLE_AUTOMATION,
	});
	if (!isLanguageModel) return null;
	const isBeyond = reading && (reading.readAs === null || reading.beyond.length > 0);
	return (
		<div className="grid gap-2">
			<Check
				label="The built-in model looks first"
				hint="Only pictures that it does not rule out are sent to the language model. A run costs the same either way."
				checked={form._firstLook}
				onChange={(_firstLook) => change({ _firstLook })}
			/>
			{form._firstLook && isBeyond && (
				<Note>
					The built-in model cannot read all of this prompt
					{reading.beyond.length > 0 && `: ${reading.beyond.map((words) => `‘${words}’`).join(', ')}`}. Every
					picture goes to the language model.
				</Note>
			)}
			{base._firstLook && counts && counts.looks > 0 && (
				<p className="text-small text-muted tabular-nums">
					In the last 7 days it saved {counts.saved} of {counts.looks} calls of the language model.
				</p>
			)}
		</div>
	);
}
