import type { User } from '@watchword/contract/account';
import { useState } from 'react';
import { useChoice } from '../../lib/use-choice.ts';
import { useSells } from '../../product/use-sells.ts';
import { Alert } from '../../ui/alert.tsx';
import { Check } from '../../ui/check.tsx';
import { SAVE_FAILED, useSaveEdit } from './use-edit.ts';

const SWITCHES = [
	{
		name: 'mail_failures',
		label: 'When runs fail',
		hint: 'What failed and why, gathered: at most one mail per automation and hour.',
	},
	{
		name: 'mail_credits',
		label: 'When credits run out',
		hint: 'When few are left, when none are left, and when runs are skipped because of that.',
	},
	{
		name: 'mail_silent',
		label: 'When a camera is silent',
		hint: 'Once when nothing is heard from it for 15 minutes in its capture window, and once when it is back.',
	},
	{
		name: 'mail_waiting',
		label: 'Every morning, while mails wait for my yes',
		hint: 'One mail with everything that waits. You get a mail about each new one in any case, up to 20 in an hour.',
	},
] as const;

/** Which mails the customer wants. A change is saved at once. */
export function Mails({ user }: { user: User }) {
	const sells = useSells();
	const [isSaved, setSaved] = useState(false);
	const [saving, setSaving] = useState(0);
	const whileSaving = async (save: () => Promise<void>) => {
		setSaved(false);
		setSaving((count) => count + 1);
		try {
			await save();
			setSaved(true);
		} finally {
			setSaving((count) => count - 1);
		}
	};
	return (
		<div className="grid gap-5">
			{SWITCHES.filter(({ name }) => sells || name !== 'mail_credits').map((one) => (
				<MailSwitch key={one.name} {...one} saved={user[one.name]} whileSaving={whileSaving} />
			))}
			<p className="text-small text-muted">
				What your automations send, links to set a password, and what concerns the safety of your account come
				in any case.
			</p>
			{/* Below all switches, so that none moves when it appears. */}
			<p role="status" className="text-small text-accent empty:hidden">
				{isSaved && saving === 0 && 'Saved.'}
			</p>
		</div>
	);
}

type Props = (typeof SWITCHES)[number] & {
	saved: boolean;
	whileSaving: (save: () => Promise<void>) => Promise<void>;
};

/** Each is saved by itself, so that none waits for another on a slow connection. */
function MailSwitch({ name, label, hint, saved, whileSaving }: Props) {
	const save = useSaveEdit();
	const { chosen, choose, failure } = useChoice(saved, (isOn) => save({ [name]: isOn }), whileSaving);
	return (
		<div className="grid gap-2">
			<Check label={label} hint={hint} checked={chosen} onChange={choose} />
			{failure && <Alert tone="loss">{SAVE_FAILED}</Alert>}
		</div>
	);
}
