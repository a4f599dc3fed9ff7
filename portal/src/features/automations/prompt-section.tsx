import { PROMPT_MAX_LENGTH } from '@watchword/contract/constants';
import { Note } from '../../ui/note.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { missingOf } from './check.ts';
import { Section } from './section.tsx';
import type { Editor } from './use-editor.ts';

/** From here on the room that is left is worth knowing. */
const COUNTED_FROM = PROMPT_MAX_LENGTH * 0.9;

export function PromptSection({ editor: { form, change, problems } }: { editor: Editor }) {
	const missing = missingOf(form).action_prompt;
	const { length } = form.action_prompt;
	return (
		<Section title="Prompt">
			<TextArea
				label="Prompt"
				placeholder="Type your prompt here..."
				value={form.action_prompt}
				onChange={(event) => change({ action_prompt: event.target.value })}
				error={problems.action_prompt}
				note={
					missing ? (
						<Note>{missing}</Note>
					) : (
						length > COUNTED_FROM && (
							<p className="text-small text-muted tabular-nums">
								{length.toLocaleString()} of {PROMPT_MAX_LENGTH.toLocaleString()} characters
							</p>
						)
					)
				}
			/>
		</Section>
	);
}
