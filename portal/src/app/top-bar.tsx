import { PanelLeft } from 'lucide-react';
import { Link } from 'react-router';
import { PRODUCT } from '../lib/brand.ts';
import { Logo } from '../product/logo.tsx';
import { Alert } from '../ui/alert.tsx';
import type { Drawer } from './use-drawer.ts';
import { useEarlyFetch } from './use-early-fetch.ts';
import { UserMenu } from './user-menu.tsx';

type Props = { drawer: Drawer; signOutFailed: boolean; onSignOutFailed: (failed: boolean) => void };

export function TopBar({ drawer, signOutFailed, onSignOutFailed }: Props) {
	const { fetchEarly, cancel } = useEarlyFetch();
	return (
		<header data-top-bar className="fixed inset-x-0 top-0 z-30 border-b border-line bg-paper">
			<div className="flex h-bar items-center gap-1 px-2 sm:px-4">
				<button
					ref={drawer.toggleRef}
					type="button"
					aria-label={drawer.visible ? 'Close sidebar' : 'Open sidebar'}
					aria-expanded={drawer.visible}
					aria-controls="sidebar"
					onClick={drawer.toggle}
					className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink"
				>
					<PanelLeft aria-hidden className="size-5" strokeWidth={1.75} />
				</button>
				<Link
					to="/app/dashboard"
					aria-label={`${PRODUCT} dashboard`}
					onClick={cancel}
					onPointerEnter={() => fetchEarly('dashboard')}
					onPointerLeave={cancel}
					onFocus={() => fetchEarly('dashboard')}
					className="flex rounded-control px-2 py-1.5"
				>
					<Logo name={PRODUCT} />
				</Link>
				<div className="ml-auto">
					<UserMenu onSignOutFailed={onSignOutFailed} />
				</div>
			</div>
			{signOutFailed && (
				<div className="mx-auto max-w-xl px-4 pb-3">
					<Alert tone="loss">You are still signed in: signing out did not work. Please try again.</Alert>
				</div>
			)}
		</header>
	);
}
