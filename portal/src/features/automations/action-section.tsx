import { HardDrive, Reply, Send } from 'lucide-react';
import { ACTION_NAMES } from '../../product/names.ts';
import { Check } from '../../ui/check.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Note } from '../../ui/note.tsx';
import { missingOf } from './check.ts';
import { actionOf } from './form.ts';
import { Section } from './section.tsx';
import type { Editor } from './use-editor.ts';

const ICONS = { replyToEmail: Reply, sendEmail: Send, save: HardDrive } as const;

export function ActionSection({ editor: { form, change, problems } }: { editor: Editor }) {
	const actions = (['replyToEmail', 'sendEmail', 'save'] as const).filter(
		(action) => action !== 'replyToEmail' || form._triggerType === 'email',
	);
	const missing = missingOf(form).action_toAddress;
	return (
		<Section title="Action">
			<Choice
				label="Action Type"
				options={actions.map((action) => ({
					value: action,
					label: ACTION_NAMES[action],
					icon: ICONS[action],
				}))}
				value={actionOf(form)}
				onChange={(_actionType) => change({ _actionType })}
			/>
			{actionOf(form) === 'sendEmail' && (
				<div className="grid gap-1.5">
					<Field
						label="To (Email Address)"
						type="email"
						autoComplete="email"
						value={form.action_toAddress}
						onChange={(event) => change({ action_toAddress: event.target.value })}
						error={problems.action_toAddress}
					/>
					{missing && <Note>{missing}</Note>}
				</div>
			)}
			{actionOf(form) !== 'save' && (
				<Check
					label="Ask me before sending"
					hint="Each mail waits for your yes. You get the draft by mail, and can change, send or discard it."
					checked={form._approve}
					onChange={(_approve) => change({ _approve })}
				/>
			)}
		</Section>
	);
}
