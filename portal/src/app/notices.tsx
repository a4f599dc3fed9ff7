import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { PRODUCT } from '../lib/brand.ts';
import { portalQuery } from '../lib/documents.ts';
import type { Connection } from '../lib/use-live.ts';
import { Button } from '../ui/button.tsx';

const BACK_SHOWN_MS = 5_000;

/** The shell's own notices. They are shown in a corner, so that nothing on the screen moves. */
export function Notices({ connection }: { connection: Connection }) {
	const isNewer = useNewerVersion();
	const isBack = useJustBack(connection);
	const isShown = connection === 'lost' || isBack || isNewer;
	useEffect(() => {
		// The screen leaves room at its end, so that its last part can be scrolled out from under them.
		document.documentElement.toggleAttribute('data-notice', isShown);
		return () => document.documentElement.removeAttribute('data-notice');
	}, [isShown]);
	return (
		<div
			role="status"
			className="pointer-events-none fixed inset-x-3 bottom-4 z-40 grid justify-items-center gap-2 print:hidden"
		>
			{connection === 'lost' && (
				<Notice icon={<WifiOff aria-hidden className="size-5 text-attention" strokeWidth={1.75} />}>
					The connection to {PRODUCT} is lost. What you see may be out of date; it is tried again by itself.
				</Notice>
			)}
			{isBack && (
				<Notice icon={<Wifi aria-hidden className="size-5 text-accent" strokeWidth={1.75} />}>
					The connection is back, and everything is up to date.
				</Notice>
			)}
			{isNewer && connection !== 'lost' && (
				<Notice
					icon={<RefreshCw aria-hidden className="size-5 text-accent" strokeWidth={1.75} />}
					action={<Button onClick={() => window.location.reload()}>Load it</Button>}
				>
					There is a newer version of this portal.
				</Notice>
			)}
		</div>
	);
}

type NoticeProps = { icon: ReactNode; children: ReactNode; action?: ReactNode };

const Notice = ({ icon, children, action }: NoticeProps) => (
	<div className="pointer-events-auto flex max-w-lg animate-appear items-center gap-3 rounded-card border border-line bg-surface px-4 py-2.5 shadow-float">
		<span className="shrink-0">{icon}</span>
		<p className="text-small font-medium text-pretty">{children}</p>
		{action}
	</div>
);

/** True for a few seconds after a lost connection has come back. */
function useJustBack(connection: Connection): boolean {
	const [shown, setShown] = useState(false);
	useEffect(() => {
		setShown(connection === 'back');
		if (connection !== 'back') return;
		const timer = setTimeout(() => setShown(false), BACK_SHOWN_MS);
		return () => clearTimeout(timer);
	}, [connection]);
	return shown;
}

/**
 * Whether the server has a newer build than this page. A new build comes with a restart, which breaks the live stream.
 * Everything is refetched when the stream is back, so no polling is needed.
 */
function useNewerVersion(): boolean {
	const served = useQuery(portalQuery).data?.version;
	const own = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content;
	return Boolean(served && own && served !== own);
}
