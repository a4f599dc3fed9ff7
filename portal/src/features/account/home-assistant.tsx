import type { User } from '@watchword/contract/account';
import { useState } from 'react';
import { useChoice } from '../../lib/use-choice.ts';
import { Alert } from '../../ui/alert.tsx';
import { Check } from '../../ui/check.tsx';
import { SAVE_FAILED, useSaveEdit } from './use-edit.ts';

/** Whether Home Assistant has this account. A change is saved at once. */
export function HomeAssistant({ user }: { user: User }) {
	const save = useSaveEdit();
	const [isSaved, setSaved] = useState(false);
	const { chosen, choose, failure } = useChoice(
		user.home_assistant,
		(home_assistant) => save({ home_assistant }),
		async (act) => {
			setSaved(false);
			await act();
			setSaved(true);
		},
	);
	return (
		<div className="grid gap-4">
			<Check
				label="Show my cameras and automations in Home Assistant"
				hint="Home Assistant gets them through the MQTT broker of whoever runs this server. Everybody who may read it sees your latest pictures and what your automations say. Everybody who may write to it can pause and try them, and switch between home and away."
				checked={chosen}
				onChange={choose}
			/>
			{failure && <Alert tone="loss">{SAVE_FAILED}</Alert>}
			<p role="status" className="text-small text-accent empty:hidden">
				{isSaved &&
					(chosen ? 'Saved. Home Assistant finds them by itself.' : 'Saved. They are removed there.')}
			</p>
		</div>
	);
}
