import type { Condition } from '@watchword/contract/condition';
import { ownCondition } from '../form/form.ts';
import { usePromptReading } from '../sections/use-prompt-reading.ts';
import type { Editor } from '../use-editor.ts';

/** What the automation in the editor watches for: what its owner changed, or what the prompt says. */
export function useCondition(editor: Editor, isWanted = true) {
	const { reading, isReading } = usePromptReading(editor, isWanted);
	const own = ownCondition(editor.form);
	const condition: Condition | null = own ?? reading?.condition ?? null;
	return { condition, isOwn: own !== null, reading, isReading };
}
