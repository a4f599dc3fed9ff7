import { PROMPT_MAX_LENGTH } from '@watchword/contract/constants';
import { useRef, useState } from 'react';
import { Note } from '../../../ui/note.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { WatchesFor } from '../condition/watches-for.tsx';
import { missingOf } from '../form/check.ts';
import type { Editor } from '../use-editor.ts';
import { Section } from './section.tsx';
import { ZoneOffer } from './zone-offer.tsx';

/** From this length on, the number of characters is shown. */
const COUNTED_FROM = PROMPT_MAX_LENGTH * 0.9;

export function PromptSection({ editor }: { editor: Editor }) {
	const { form, change, problems } = editor;
	const missing = missingOf(form).action_prompt;
	const { length } = form.action_prompt;
	const field = useRef<HTMLTextAreaElement>(null);
	const [caret, setCaret] = useState(length);
	return (
		<Section title="Prompt">
			<TextArea
				ref={field}
				label="Prompt"
				placeholder="Type your prompt here..."
				value={form.action_prompt}
				onChange={(event) => change({ action_prompt: event.target.value })}
				onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
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
			<ZoneOffer editor={editor} field={field} caret={caret} />
			<WatchesFor editor={editor} />
		</Section>
	);
}
