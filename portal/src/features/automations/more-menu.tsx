import type { Automation } from '@watchword/contract/automation';
import { AlarmClock, Copy, Ellipsis, type LucideIcon, Moon, Pause, Play, Sunrise } from 'lucide-react';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import type { Rest } from '../../product/rest.ts';
import { type RestChange, useRest } from '../../product/use-rest.ts';
import { Alert } from '../../ui/alert.tsx';
import { Menu } from '../../ui/menu.tsx';
import { tooMany, useOpenMade } from './use-create.ts';

type Props = {
	automation: Automation;
	rest: Rest | null;
	/** Whether there are unsaved edits, which a copy does not include. */
	changed: boolean;
};

type Entry = { change: RestChange; icon: LucideIcon; label: string };

const WAKE: Entry = { change: 'wake', icon: AlarmClock, label: 'Wake it' };
const RESUME: Entry = { change: 'wake', icon: Play, label: 'Resume it' };
const SNOOZE: Entry[] = [
	{ change: 'hour', icon: Moon, label: 'Snooze for an hour' },
	{ change: 'morning', icon: Sunrise, label: 'Snooze until tomorrow morning' },
];
const PAUSE: Entry = { change: 'pause', icon: Pause, label: 'Pause until I turn it on' };

function entriesOf({ _actionType }: Automation, rest: Rest | null): Entry[] {
	if (rest?.state === 'paused') return [RESUME];
	// A snoozed automation notifies nobody, but still replies and saves.
	return [...(rest ? [WAKE] : []), ...(_actionType === 'sendEmail' ? SNOOZE : []), PAUSE];
}

/** Actions for the whole automation: pause, snooze, wake, copy. */
export function MoreMenu({ automation, rest, changed }: Props) {
	const resting = useRest(automation.id);
	const copying = useCopy(automation.id);
	return (
		<>
			<Menu
				label="More"
				items={[
					...entriesOf(automation, rest).map(({ change, ...entry }) => ({
						...entry,
						onSelect: () => resting.mutate(change),
					})),
					{
						icon: Copy,
						label: changed ? 'Copy it as it was saved' : 'Copy it',
						onSelect: () => void copying.submit(),
					},
				]}
			>
				<Ellipsis aria-hidden className="size-4.5" strokeWidth={1.75} />
				<span className="pr-1 text-small font-medium">More</span>
			</Menu>
			{(resting.isError || copying.failure) && (
				<div className="basis-full">
					<Alert tone="loss">
						{tooMany(copying.failure) ?? 'That did not work, and nothing was changed. Please try again.'}
					</Alert>
				</div>
			)}
		</>
	);
}

/** Copies the saved automation and opens the copy, which is paused. */
function useCopy(id: string) {
	const open = useOpenMade();
	return useSubmit(async () => open(await call('POST /api/automations/{id}/copy', { params: { id } })));
}
