import { useQuery } from '@tanstack/react-query';
import { NOTIFY_BY } from '@watchword/contract/alerts';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { HardDrive, Reply, Send } from 'lucide-react';
import { Link } from 'react-router';
import { pushQuery } from '../../../lib/documents.ts';
import { ACTION_NAMES } from '../../../product/names.ts';
import { NoMailServer } from '../../../product/no-mail-server.tsx';
import { Check } from '../../../ui/check.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { textLink } from '../../../ui/text-link.ts';
import { missingOf } from '../form/check.ts';
import { NOTIFY_NAMES } from '../form/difference.ts';
import { actionOf, sendsMail, sendsPush } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import { Section } from './section.tsx';

const ICONS = { replyToEmail: Reply, sendEmail: Send, save: HardDrive } as const;

export function ActionSection({ editor: { base, form, change, problems } }: { editor: Editor }) {
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
				<div className="@container grid gap-2">
					<div className="grid items-start gap-3 @md:grid-flow-col @md:grid-cols-[minmax(0,1fr)_11rem]">
						{sendsMail(form) && (
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
						<Select
							label="Notify by"
							options={NOTIFY_BY.map((value) => ({ value, label: NOTIFY_NAMES[value] }))}
							value={form._notify}
							onChange={(by) => change({ _notify: by as Editor['form']['_notify'] })}
						/>
					</div>
					{base.id !== EXAMPLE_AUTOMATION && <NoMailServer />}
					{sendsPush(form) && base.id !== EXAMPLE_AUTOMATION && <NoBrowser />}
				</div>
			)}
			{(actionOf(form) === 'replyToEmail' || sendsMail(form)) && (
				<Check
					label="Ask me before sending"
					hint="Each mail waits for your yes."
					checked={form._approve}
					onChange={(_approve) => change({ _approve })}
				/>
			)}
		</Section>
	);
}

/** Says where to set up a browser, if there is none. */
function NoBrowser() {
	const { data: push } = useQuery(pushQuery);
	if (!push || push.items.length > 0) return null;
	return (
		<Note>
			No phone or browser of yours gets messages yet.{' '}
			<Link to="/app/account#notifications" className={textLink}>
				Set one up
			</Link>
		</Note>
	);
}
