import '../ui/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { meQuery, portalQuery } from '../lib/documents.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { browserZone } from '../lib/time.ts';
import { createRouter } from './router.tsx';
import { prefetch, screenAt } from './screens.ts';

const queryClient = createQueryClient();
// Request everything the first screen needs at once, before the first render.
void queryClient.prefetchQuery(portalQuery);
if (document.querySelector('meta[name=visitor]')) {
	// The server marked this page as a visitor's: there is no session to ask for.
	queryClient.setQueryData(meQuery.queryKey, null);
} else {
	void queryClient.prefetchQuery(meQuery);
	const firstScreen = screenAt(window.location.pathname);
	if (firstScreen) prefetch(queryClient, firstScreen);
	// Creating the first Intl format takes 30 ms. Do it now, while the documents load.
	browserZone();
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

// As a transition, the first render is split into small steps, so that the browser stays responsive.
startTransition(() =>
	createRoot(root).render(
		<StrictMode>
			<QueryClientProvider client={queryClient}>
				{/* The content security policy refuses style elements, so no component may add one. */}
				<CSPProvider disableStyleElements>
					<RouterProvider router={createRouter()} />
				</CSPProvider>
			</QueryClientProvider>
		</StrictMode>,
	),
);
