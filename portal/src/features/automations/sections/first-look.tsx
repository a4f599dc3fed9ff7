import { useQuery } from '@tanstack/react-query';
import { beyondIn, canRuleOut } from '@watchword/contract/condition';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { call } from '../../../lib/api.ts';
import { portalQuery } from '../../../lib/documents.ts';
import { Check } from '../../../ui/check.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCondition } from '../condition/use-condition.ts';
import { canTellAtOnce } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';

/** Whether the built-in model looks first. Only shown if a language model decides. */
export function FirstLook({ editor }: { editor: Editor }) {
	const { form, base, change } = editor;
	const { data: portal } = useQuery(portalQuery);
	const isLanguageModel = portal?.builtInModel === false;
	const isAlways = portal?.looksFirst === true;
	const isFirst = form._firstLook || isAlways;
	const wasFirst = base._firstLook || isAlways;
	const isEarly = form._atOnce && canTellAtOnce(form);
	const { condition } = useCondition(editor, isLanguageModel && (isFirst || isEarly));
	const { data: counts } = useQuery({
		queryKey: ['runs', 'first-looks', base.id],
		queryFn: ({ signal }) =>
			call('GET /api/automations/{id}/first-looks', { params: { id: base.id }, signal }),
		enabled: isLanguageModel && wasFirst && base.id !== EXAMPLE_AUTOMATION,
	});
	if (!isLanguageModel) return null;
	const beyond = condition && !canRuleOut(condition) ? beyondIn(condition) : [];
	return (
		<div className="grid gap-2">
			{isAlways ? (
				<Note>
					The built-in model looks first, because the language model takes seconds for a picture. Only
					pictures that it does not rule out go to the language model.
				</Note>
			) : (
				<Check
					label="The built-in model looks first"
					hint="Only pictures that it does not rule out are sent to the language model. A run costs the same either way."
					checked={form._firstLook}
					onChange={(_firstLook) => change({ _firstLook })}
				/>
			)}
			{canTellAtOnce(form) && (
				<Check
					label="Tell me at once"
					hint="When the built-in model is sure, the mail or message goes out before the language model has answered. A message is then updated without a sound; there is no second mail."
					checked={form._atOnce}
					onChange={(_atOnce) => change({ _atOnce })}
				/>
			)}
			{(isFirst || isEarly) && beyond.length > 0 && (
				<Note>
					The built-in model cannot read all of this prompt: {beyond.map((words) => `“${words}”`).join(', ')}.
					Every picture goes to the language model{isEarly && ', and its answer is waited for'}.
				</Note>
			)}
			{wasFirst && counts && counts.looks > 0 && (
				<p className="text-small text-muted tabular-nums">
					In the last 7 days it saved {counts.saved} of {counts.looks} calls of the language model.
				</p>
			)}
		</div>
	);
}
