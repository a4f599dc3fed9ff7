import { lazy, Suspense, useCallback, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ConfirmIdentity } from '../features/account/confirm-identity.tsx';
import { TourHost } from '../features/tours/tour-host.tsx';
import { useSession } from '../lib/session.tsx';
import { useLive } from '../lib/use-live.ts';
import { wanting } from '../lib/wanted-path.ts';
import { Boundary } from '../ui/boundary.tsx';
import { classes } from '../ui/classes.ts';
import { Activity } from './activity.tsx';
import { Notices } from './notices.tsx';
import { Sidebar } from './sidebar.tsx';
import { Splash } from './start-up.tsx';
import { TopBar } from './top-bar.tsx';
import { useDrawer } from './use-drawer.ts';

const FactorNeeded = lazy(async () => ({
	default: (await import('../features/account/factor-needed.tsx')).FactorNeeded,
}));

const LeavingBanner = lazy(async () => ({
	default: (await import('./leaving-banner.tsx')).LeavingBanner,
}));

export function Shell() {
	const { userLoggedIn, currentUser } = useSession();
	const location = useLocation();
	const [cameAsVisitor] = useState(!userLoggedIn);
	// After signing out, the next one to sign in wants to begin at the beginning.
	if (!userLoggedIn) return <Navigate to="/" replace state={cameAsVisitor ? wanting(location) : null} />;
	// Reset all state when another account signs in in the same tab.
	return <SignedIn key={currentUser} />;
}

function SignedIn() {
	const { secondFactorNeeded, refresh } = useSession();
	// The screen stays until the recovery codes were stored, although the account has its second factor by then.
	const [settingUp, setSettingUp] = useState(secondFactorNeeded);
	if (secondFactorNeeded && !settingUp) setSettingUp(true);
	if (!settingUp) return <SignedInShell />;
	return (
		<Suspense fallback={<Splash />}>
			<FactorNeeded onDone={() => void refresh().then(() => setSettingUp(false))} />
		</Suspense>
	);
}

function SignedInShell() {
	const connection = useLive();
	const leavesAt = useSession().currentUserDetails?.leaves_at;
	const drawer = useDrawer();
	const [signOutFailed, setSignOutFailed] = useState(false);
	const { open, close } = drawer;
	const showSidebar = useCallback((shown: boolean) => (shown ? open() : close()), [open, close]);

	return (
		<div className="min-h-dvh">
			<a
				href="#content"
				className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
			>
				Skip to content
			</a>
			<Activity />
			<TopBar drawer={drawer} onSignOutFailed={setSignOutFailed} signOutFailed={signOutFailed} />
			<Sidebar drawer={drawer} />
			<main
				id="content"
				tabIndex={-1}
				inert={drawer.covers}
				className={classes('pt-bar transition-[padding] duration-200', !drawer.isPutAway && 'md:pl-sidebar')}
			>
				<div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-8 sm:py-10">
					{leavesAt && (
						<Boundary>
							<Suspense>
								<LeavingBanner leavesAt={leavesAt} />
							</Suspense>
						</Boundary>
					)}
					<Outlet />
				</div>
			</main>
			<Boundary>
				<TourHost showSidebar={showSidebar} />
			</Boundary>
			<Boundary>
				<ConfirmIdentity />
			</Boundary>
			<Boundary>
				<Notices connection={connection} />
			</Boundary>
		</div>
	);
}
