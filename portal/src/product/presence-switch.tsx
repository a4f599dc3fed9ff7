import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@watchword/contract/account';
import type { Presence } from '@watchword/contract/alerts';
import { House, type LucideIcon, Plane } from 'lucide-react';
import { useId } from 'react';
import { call } from '../lib/api.ts';
import { takeOver } from '../lib/documents.ts';
import { useSession } from '../lib/session.tsx';
import { useChoice } from '../lib/use-choice.ts';
import { classes } from '../ui/classes.ts';

const STATES: { value: Presence; label: string; icon: LucideIcon }[] = [
	{ value: 'home', label: 'At home', icon: House },
	{ value: 'away', label: 'Away', icon: Plane },
];

/** Sets whether the customer is at home or away. A change is saved at once and applies to all their automations. */
export function PresenceSwitch() {
	const user = useSession().currentUserDetails;
	return user && <Switch user={user} />;
}

function Switch({ user }: { user: User }) {
	const id = useId();
	const client = useQueryClient();
	const { chosen, choose, failure } = useChoice(user.presence, async (presence: Presence) => {
		takeOver(client, await call('PUT /api/users/me/presence', { body: { presence } }), ['presence']);
	});
	return (
		<fieldset className="grid justify-items-start gap-1.5">
			<legend className="sr-only">Home or away</legend>
			<div className="inline-flex rounded-control border border-line-strong bg-surface p-1">
				{STATES.map(({ value, label, icon: Icon }) => (
					<label
						key={value}
						className={classes(
							'relative flex h-9 cursor-pointer items-center gap-2 rounded-control px-3.5 text-small font-medium transition-colors',
							'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
							chosen === value ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
						)}
					>
						<input
							type="radio"
							name={id}
							value={value}
							checked={chosen === value}
							onChange={() => choose(value)}
							className="absolute inset-0 cursor-pointer opacity-0"
						/>
						<Icon aria-hidden className="size-4" strokeWidth={1.75} />
						{label}
					</label>
				))}
			</div>
			{failure && (
				<p role="alert" className="text-small text-loss">
					This could not be saved. Please try again.
				</p>
			)}
		</fieldset>
	);
}
