import '../ui/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { meQuery, portalQuery } from '../lib/documents.ts';
import { rememberPlaces } from '../lib/place.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createRouter } from './router.tsx';
import { prefetch, screenAt } from './screens.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
/** Whether the page already shows the screen as it looks while it loads: see prerender.tsx. */
const isDrawn = root.hasChildNodes();
/** How long the prerendered screen waits for its documents. After that React draws its placeholders, and the rest works. */
const DRAWN_FOR_MS = 1_000;

/** In small tasks, the most urgent first: the browser paints and stays responsive in between. */
async function start(root: HTMLElement): Promise<void> {
	rememberPlaces();
	await nextTask();
	const queryClient = createQueryClient();
	const documents = requestDocuments(queryClient);
	if (isDrawn) await painted();
	await nextTask();
	const router = createRouter();
	await nextTask();
	if (isDrawn) await Promise.race([documents, new Promise((late) => setTimeout(late, DRAWN_FOR_MS))]);
	const app = (
		<StrictMode>
			<QueryClientProvider client={queryClient}>
				{/* The content security policy refuses style elements, so no component may add one. */}
				<CSPProvider disableStyleElements>
					<RouterProvider router={router} />
				</CSPProvider>
			</QueryClientProvider>
		</StrictMode>
	);
	// As a transition, the first render is split into small steps, so that the browser stays responsive.
	startTransition(() => createRoot(root).render(app));
}

/** Requests everything the first screen needs at once. */
async function requestDocuments(queryClient: QueryClient): Promise<void> {
	if (document.querySelector('meta[name=visitor]')) {
		// The server marked this page as a visitor's: there is no session to ask for.
		queryClient.setQueryData(meQuery.queryKey, null);
		return queryClient.prefetchQuery(portalQuery);
	}
	const path = window.location.pathname;
	const firstScreen = screenAt(path);
	const screen = firstScreen && prefetch(queryClient, firstScreen, path);
	await nextTask();
	const others = [queryClient.prefetchQuery(meQuery), queryClient.prefetchQuery(portalQuery), intlIsQuick()];
	await Promise.all([screen, ...others]);
}

/** Once another thread has used Intl: see intl-worker.ts. */
const intlIsQuick = () =>
	new Promise<unknown>((done) => {
		const worker = new Worker(new URL('../lib/intl-worker.ts', import.meta.url), { type: 'module' });
		worker.onmessage = done;
		worker.onerror = done;
	});

const nextTask = () => new Promise((next) => setTimeout(next));

/** After the next frame. A hidden tab has none. */
const painted = () =>
	new Promise<unknown>((next) => {
		if (document.hidden) next(undefined);
		else requestAnimationFrame(next);
	});

void start(root);
