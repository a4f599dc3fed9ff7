import { useMutation, useQuery } from '@tanstack/react-query';
import { beyondIn, type Condition } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { PROMPT_MAX_LENGTH } from '@watchword/contract/constants';
import { inWords } from '@watchword/contract/in-words';
import { call } from '../../../lib/api.ts';
import { portalQuery } from '../../../lib/documents.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Editor } from '../use-editor.ts';

const compact = 'h-10! px-3! text-small';

/** Lets the language model read the prompt, where there is one that can, and shows the condition before it is used. */
export function FillIn({ editor }: { editor: Editor }) {
	const { form, base, change } = editor;
	const { data: portal } = useQuery(portalQuery);
	const prompt = form.action_prompt.trim();
	const asked = { prompt, trigger: form._triggerType, deviceId: form.trigger_device_deviceID };
	const { mutate, reset, data, variables, isPending, error } = useMutation({
		mutationFn: (body: typeof asked) =>
			call('POST /api/automations/{id}/condition', { params: { id: base.id }, body }),
	});
	if (!portal?.fillsConditions || prompt === '' || prompt.length > PROMPT_MAX_LENGTH) return null;
	const isSame = variables && JSON.stringify(variables) === JSON.stringify(asked);
	const beyond = data ? beyondIn(data.condition).map((words) => `“${words}”`) : [];
	const use = (_condition: Condition) => {
		change({ _condition });
		reset();
	};
	return (
		<div role="status" className="grid justify-items-start gap-2">
			{isSame && data ? (
				<>
					<p className="text-small text-pretty wrap-anywhere">
						The language model reads it as: {conditionInWords(data.condition, asked.trigger)}.
						{beyond.length > 0 && ` The built-in model does not know ${inWords(beyond, 'and')}.`}
					</p>
					<div className="flex flex-wrap gap-2">
						<Button className={compact} onClick={() => use(data.condition)}>
							Use it
						</Button>
						<Button look="quiet" className={compact} onClick={reset}>
							Leave it
						</Button>
					</div>
				</>
			) : (
				<Button className={compact} busy={isPending} onClick={() => mutate(asked)}>
					Let the language model fill it in
				</Button>
			)}
			{isSame && error && <Note>{error.message}</Note>}
		</div>
	);
}
