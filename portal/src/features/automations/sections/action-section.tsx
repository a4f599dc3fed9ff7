import { useQuery } from '@tanstack/react-query';
import { CHANNEL_ABILITIES } from '@watchword/contract/channels';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { HardDrive, Reply, Send } from 'lucide-react';
import { Link } from 'react-router';
import { channelsQuery, pushQuery } from '../../../lib/account-documents.ts';
import { ACTION_NAMES } from '../../../product/names.ts';
import { NoMailServer } from '../../../product/no-mail-server.tsx';
import { Check } from '../../../ui/check.tsx';
import { CheckList } from '../../../ui/check-list.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { textLink } from '../../../ui/text-link.ts';
import { missingOf } from '../form/check.ts';
import { WAY_NAMES } from '../form/difference.ts';
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
					<div className="grid items-start gap-3 @md:grid-flow-col @md:grid-cols-[minmax(0,1fr)_14rem] @md:gap-5">
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
						<Ways {...{ base, form, change, problems }} />
					</div>
					{sendsMail(form) && base.id !== EXAMPLE_AUTOMATION && <NoMailServer />}
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

type WaysProps = Pick<Editor, 'base' | 'form' | 'change' | 'problems'>;

/** By mail, by push message, and by each channel of the customer. */
function Ways({ base, form, change, problems }: WaysProps) {
	const isExample = base.id === EXAMPLE_AUTOMATION;
	const { data: channels = [] } = useQuery({ ...channelsQuery, enabled: !isExample });
	return (
		<div className="relative">
			<CheckList
				label="Tell by"
				options={[
					{ value: 'mail', label: WAY_NAMES.mail },
					{ value: 'push', label: WAY_NAMES.push },
					...channels.map(({ id, kind, name }) => ({
						value: id,
						label: name,
						hint: CHANNEL_ABILITIES[kind].name,
					})),
				]}
				chosen={[
					...(sendsMail(form) ? ['mail'] : []),
					...(sendsPush(form) ? ['push'] : []),
					...form._channels,
				]}
				onChange={(chosen) => {
					const [mail, push] = [chosen.includes('mail'), chosen.includes('push')];
					change({
						_notify: mail ? (push ? 'both' : 'mail') : push ? 'push' : 'none',
						_channels: chosen.filter((one) => one !== 'mail' && one !== 'push'),
					});
				}}
				error={problems._notify}
			/>
			{!isExample && (
				<Link to="/app/account#channels" className={classes(textLink, 'absolute top-0 right-0 text-small')}>
					Add a channel
				</Link>
			)}
		</div>
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
