import '../ui/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { portalQuery } from '../lib/documents.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { createRouter } from './router.tsx';

const queryClient = createQueryClient();
// Asked for together with the session, so that the first screen already knows it.
void queryClient.prefetchQuery(portalQuery);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

createRoot(root).render(
	<StrictMode>
		<QueryClientProvider client={queryClient}>
			{/* The content security policy refuses style elements, so no component may add one. */}
			<CSPProvider disableStyleElements>
				<RouterProvider router={createRouter()} />
			</CSPProvider>
		</QueryClientProvider>
	</StrictMode>,
);
