import { useQuery } from '@tanstack/react-query';
import type { AutomationSummary } from '@watchword/contract/automation';
import { NavLink } from 'react-router';
import { automationsQuery } from '../../lib/documents.ts';
import { useSession } from '../../lib/session.tsx';
import { classes } from '../../ui/classes.ts';

/** The automations the user document lists; their names arrive with their own documents. */
export function AutomationList() {
	const ids = useSession().currentUserDetails?.automations ?? [];
	const { data: automations, isPending } = useQuery(automationsQuery);

	if (ids.length === 0) {
		return (
			<div className="grid gap-1 rounded-card bg-sunken px-4 py-3.5 text-small">
				<p className="font-medium">No automations available.</p>
				<p className="text-muted">
					An automation waits for an email, a time of day or a capture, and then follows your prompt.
				</p>
			</div>
		);
	}
	return (
		<nav aria-label="Automations">
			<ul className="grid gap-0.5">
				{ids.map((id) => (
					<li key={id}>
						<NavLink
							to={`/app/automations/${id}`}
							className={({ isActive }) =>
								classes(
									'flex min-h-11 items-center rounded-control px-3 py-2 transition-colors',
									isActive ? 'bg-sunken font-medium' : 'text-muted hover:bg-sunken hover:text-ink',
								)
							}
						>
							{nameOf(id, automations, isPending)}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}

function nameOf(id: string, automations: AutomationSummary[] | undefined, isPending: boolean): string {
	const automation = automations?.find((candidate) => candidate.id === id);
	if (automation) return automation._name;
	return isPending ? 'Loading...' : 'Unknown Automation';
}
