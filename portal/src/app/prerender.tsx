import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Me, User } from '@watchword/contract/account';
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { LandingPage } from '../features/landing/page.tsx';
import { SignInPage } from '../features/sign-in/page.tsx';
import { meQuery, portalQuery } from '../lib/documents.ts';
import { SessionProvider } from '../lib/session.tsx';
import { Frame } from './frame.tsx';
import { type Screen, screens } from './screens.ts';
import { useDrawer } from './use-drawer.ts';

/** Run by build.ts, never in a browser: what pages show before any script has run. */

/** Placeholders in braces, which the server replaces with its settings when it starts. */
const settings = {
	supportEmail: '{{supportEmail}}',
	termsUrl: '{{termsUrl}}',
	privacyUrl: '{{privacyUrl}}',
	// A server that sells nothing says so a moment later.
	payments: { provider: 'test-cards' },
};

/** The landing page, as a visitor sees it. */
export const landing = () => draw('/', <LandingPage />, null);

/** The sign-in screen without the parts that depend on the installation. */
export const signIn = () => untouchable(draw('/signin', <SignInPage />, null));

/** A signed-in customer with automations and devices. The name and the home/away state come later. */
const somebody: Omit<Me, 'details'> & { details: Omit<User, 'presence'> & { presence: null } } = {
	account: { uid: '', email: '', providers: [] },
	details: {
		name: '',
		devices: [''],
		automations: [''],
		tours: [],
		zone: null,
		mail_failures: false,
		mail_credits: false,
		mail_silent: false,
		mail_waiting: false,
		quiet_start: null,
		quiet_end: null,
		brief_at: null,
		alert_zone: '',
		presence: null,
		presence_key: null,
		home_assistant: false,
		leaves_at: null,
	},
};

/** A signed-in screen while its documents are loading. `path` is where it is, such as /app/runs. */
export async function screen(name: Screen, pattern: string, path: string): Promise<string> {
	const { Component } = await screens[name].load();
	const element = (
		<Drawn>
			<Component />
		</Drawn>
	);
	const page = (
		<Routes>
			<Route path={pattern} element={element} />
		</Routes>
	);
	return untouchable(draw(path, page, somebody));
}

const Drawn = ({ children }: { children: ReactNode }) => <Frame drawer={useDrawer()}>{children}</Frame>;

function draw(path: string, page: ReactElement, me: object | null): string {
	const client = new QueryClient();
	client.setQueryData<object | null>(meQuery.queryKey, me);
	if (path === '/') client.setQueryData<object>(portalQuery.queryKey, settings);
	const html = renderToStaticMarkup(
		<QueryClientProvider client={client}>
			<MemoryRouter initialEntries={[path]}>
				<SessionProvider pending={null} failed={() => null}>
					{page}
				</SessionProvider>
			</MemoryRouter>
		</QueryClientProvider>,
	);
	// Its timers would keep the build from ending.
	client.clear();
	return html;
}

/** Not usable yet: it cannot be focused, clicked or filled in, and is announced as loading. */
const untouchable = (html: string) =>
	`<div inert aria-hidden="true">${html
		.replaceAll(/<p role="status" class="sr-only">[^<]*<\/p>/g, '')
		.replaceAll(/ href="\/api\/[^"]*"/g, '')
		.replaceAll('<input ', '<input readonly ')}</div><p role="status" class="sr-only">Loading...</p>`;
