import { type ReactNode, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import type { Drawer } from './use-drawer.ts';

/** What is around every signed-in screen. It is also drawn before any script has run: see prerender.tsx. */
export function Frame({ drawer, children }: { drawer: Drawer; children: ReactNode }) {
	const [signOutFailed, setSignOutFailed] = useState(false);
	return (
		<div className="min-h-dvh">
			<a
				href="#content"
				className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
			>
				Skip to content
			</a>
			<TopBar drawer={drawer} onSignOutFailed={setSignOutFailed} signOutFailed={signOutFailed} />
			<Sidebar drawer={drawer} />
			<main
				id="content"
				tabIndex={-1}
				inert={drawer.isContentInert}
				className={classes('pt-bar transition-[padding] duration-200', !drawer.isPutAway && 'md:pl-sidebar')}
			>
				<div className="mx-auto w-full max-w-5xl px-4 py-8 has-data-wide:max-w-[90rem] has-data-opened:py-5! in-data-notice:pb-32! sm:px-8 sm:py-10">
					{children}
				</div>
			</main>
		</div>
	);
}
