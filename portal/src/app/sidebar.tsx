import { useQueryClient } from '@tanstack/react-query';
import { Camera, CircleHelp, CreditCard, FolderOpen, History, type LucideIcon, Workflow } from 'lucide-react';
import type { MouseEvent } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { classes } from '../ui/classes.ts';
import type { Screen } from './screens.ts';
import type { Drawer } from './use-drawer.ts';
import { useEarlyFetch } from './use-early-fetch.ts';

const ENTRIES: { screen: Screen; label: string; icon: LucideIcon }[] = [
	{ screen: 'automations', label: 'Automations', icon: Workflow },
	{ screen: 'runs', label: 'Runs', icon: History },
	{ screen: 'devices', label: 'Your Devices', icon: Camera },
	{ screen: 'billing', label: 'Credits and Billing', icon: CreditCard },
	{ screen: 'help', label: 'Help', icon: CircleHelp },
	{ screen: 'files', label: 'Files', icon: FolderOpen },
];

export function Sidebar({ drawer }: { drawer: Drawer }) {
	const client = useQueryClient();
	const { pathname, search } = useLocation();
	const navigate = useNavigate();
	const { fetchEarly, cancel } = useEarlyFetch();

	function follow(event: MouseEvent, path: string) {
		cancel();
		const isCurrent = pathname === path;
		// Navigating to the current screen retries it if it failed. It adds no entry to the browser's history.
		if (isCurrent) {
			event.preventDefault();
			void navigate({ pathname, search }, { replace: true });
		}
		// Every click shows fresh data: the current screen refetches, and another screen fetches when it opens.
		void client.invalidateQueries({
			predicate: ({ queryKey }) => queryKey[0] !== 'portal',
			refetchType: isCurrent ? 'active' : 'none',
		});
		if (isCurrent) drawer.close();
		else drawer.follow();
	}

	return (
		<>
			{drawer.covers && (
				<div aria-hidden onClick={drawer.close} className="fixed inset-0 z-10 animate-fade bg-scrim" />
			)}
			<aside
				id="sidebar"
				className={classes(
					'fixed top-bar bottom-0 left-0 z-20 w-sidebar overflow-y-auto border-r border-line bg-paper p-3',
					'transition-[translate,visibility] duration-200',
					!drawer.isPutAway && 'md:visible md:translate-x-0',
					drawer.covers ? 'translate-x-0 shadow-float' : 'invisible -translate-x-full',
				)}
			>
				<nav aria-label="Main">
					<ul className="grid gap-0.5">
						{ENTRIES.map(({ screen, label, icon: Icon }) => (
							<li key={screen}>
								<NavLink
									to={`/app/${screen}`}
									data-tour={screen}
									onClick={(event) => follow(event, `/app/${screen}`)}
									onPointerEnter={() => fetchEarly(screen)}
									onPointerLeave={cancel}
									onFocus={() => fetchEarly(screen)}
									className={({ isActive }) =>
										classes(
											'flex h-11 items-center gap-3 rounded-control px-3 transition-colors',
											isActive ? 'bg-accent-soft font-medium text-accent' : 'text-ink hover:bg-sunken',
										)
									}
								>
									<Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
									{label}
								</NavLink>
							</li>
						))}
					</ul>
				</nav>
			</aside>
		</>
	);
}
