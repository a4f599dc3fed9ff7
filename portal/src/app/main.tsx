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
// Everything the first screen needs is asked for together, before anything is drawn.
void queryClient.prefetchQuery(portalQuery);
if (document.querySelector('meta[name=visitor]')) {
	// The page was given to a visitor and says so: there is nobody to ask for.
	queryClient.setQueryData(meQuery.queryKey, null);
} else {
	void queryClient.prefetchQuery(meQuery);
	const screen = screenAt(window.location.pathname);
	if (screen) prefetch(queryClient, screen);
	// The first of the browser's formats takes 30 ms, whichever it is: now, while the documents are on their way.
	browserZone();
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

// As a transition the first drawing is done in small steps, between which the browser answers.
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
