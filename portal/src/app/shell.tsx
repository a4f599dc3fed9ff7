import { Suspense, useCallback, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ConfirmIdentity } from '../features/account/confirm-identity.tsx';
import { TourHost } from '../features/tours/tour-host.tsx';
import { hasSignedOut, useSession } from '../lib/session.tsx';
import { useLive } from '../lib/use-live.ts';
import { wanting } from '../lib/wanted-path.ts';
import { Boundary } from '../ui/boundary.tsx';
import { fetched } from '../ui/later.tsx';
import { Activity } from './activity.tsx';
import { Frame } from './frame.tsx';
import { Notices } from './notices.tsx';
import { Splash } from './start-up.tsx';
import { useDrawer } from './use-drawer.ts';
import { usePushClicks } from './use-push-clicks.ts';

const FactorNeeded = fetched(
	async () => (await import('../features/account/factor-needed.tsx')).FactorNeeded,
);

const LeavingBanner = fetched(async () => (await import('./leaving-banner.tsx')).LeavingBanner);

export function Shell() {
	const { userLoggedIn, currentUser } = useSession();
	const location = useLocation();
	// After signing out, the next user starts at the beginning.
	if (!userLoggedIn) return <Navigate to="/" replace state={hasSignedOut() ? null : wanting(location)} />;
	// Reset all state when another account signs in in the same tab.
	return <SignedIn key={currentUser} />;
}

function SignedIn() {
	const { secondFactorNeeded, refresh } = useSession();
	// The screen stays until the recovery codes are stored, although the account already has its second factor.
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
	usePushClicks();
	const leavesAt = useSession().currentUserDetails?.leaves_at;
	const drawer = useDrawer();
	const { open, close } = drawer;
	const showSidebar = useCallback((shown: boolean) => (shown ? open() : close()), [open, close]);

	return (
		<>
			<Activity />
			<Frame drawer={drawer}>
				{leavesAt && (
					<Boundary>
						<Suspense>
							<LeavingBanner leavesAt={leavesAt} />
						</Suspense>
					</Boundary>
				)}
				<Outlet />
			</Frame>
			<Boundary>
				<TourHost showSidebar={showSidebar} />
			</Boundary>
			<Boundary>
				<ConfirmIdentity />
			</Boundary>
			<Boundary>
				<Notices connection={connection} />
			</Boundary>
		</>
	);
}
