import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { useLocation } from 'react-router';
import { PRODUCT } from '../lib/brand.ts';
import { PageTitle } from '../lib/page-title.tsx';
import { Failure } from '../ui/failure.tsx';
import { isReachable } from '../ui/fetch-code.ts';

export type LoadScreen = () => Promise<{ Component: ComponentType }>;

/** Loads a screen when it is first opened. If its code cannot be fetched, the router alone would show nothing. */
export const lazyScreen = (load: LoadScreen) => () =>
	load().then(
		(screen) => {
			if (wasReloadedFor() !== null) sessionStorage.removeItem(RELOADED_FOR);
			return screen;
		},
		() => ({ Component: () => <UnfetchedScreen load={load} /> }),
	);

/** There is no connection at the moment. The screen may still exist. */
class NoConnection extends Error {}

const TRY_EVERY_MS = 3_000;

/** Set in the tab while it reloads for a screen, so that a screen that is really broken is not reloaded for ever. */
const RELOADED_FOR = 'reloaded-for';

/** Null also in a browser that stores nothing. */
function wasReloadedFor(): string | null {
	try {
		return sessionStorage.getItem(RELOADED_FOR);
	} catch {
		return null;
	}
}

/**
 * Shown when the code of a screen could not be fetched. Without a connection it says so, and retries when the connection
 * is back or the sidebar entry is clicked. With a connection it reloads the page once: browsers may keep a failed import
 * until then, and a newer portal may have replaced the file. If that does not help, the error is shown.
 */
function UnfetchedScreen({ load }: { load: LoadScreen }) {
	const { pathname } = useLocation();
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: ['code', pathname],
		queryFn: () => fetchScreen(load),
		retry: false,
		structuralSharing: false,
		refetchInterval: ({ state }) => state.error instanceof NoConnection && TRY_EVERY_MS,
	});
	const isBroken = error !== null && !(error instanceof NoConnection);
	const needsReload = isBroken && wasReloadedFor() !== pathname;
	useEffect(() => {
		if (!needsReload) return;
		// Where nothing can be stored, this fails before it reloads, and the error is shown.
		sessionStorage.setItem(RELOADED_FOR, pathname);
		window.location.reload();
	}, [needsReload, pathname]);

	if (data) return <data.Component />;
	if (isBroken && !needsReload) throw error;
	return (
		<div className="mx-auto w-full max-w-5xl p-4 sm:p-8">
			<PageTitle name="No connection" />
			<h1 tabIndex={-1} data-page-heading className="sr-only">
				No connection
			</h1>
			<Failure title="The connection is missing." retry={() => void refetch()} retrying={isFetching}>
				This screen has not been opened before, so it must be fetched from {PRODUCT}. It appears by itself as
				soon as the connection is back. Your automations keep running meanwhile.
			</Failure>
		</div>
	);
}

async function fetchScreen(load: LoadScreen) {
	try {
		return await load();
	} catch (error) {
		throw (await isReachable()) ? error : new NoConnection();
	}
}
