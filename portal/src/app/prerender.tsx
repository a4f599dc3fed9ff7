import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { LandingPage } from '../features/landing/page.tsx';
import { portalQuery } from '../lib/documents.ts';

/** Placeholders in braces, which the server replaces with its settings when it starts. */
const settings = {
	supportEmail: '{{supportEmail}}',
	termsUrl: '{{termsUrl}}',
	privacyUrl: '{{privacyUrl}}',
};

/** The landing page as HTML, as a visitor sees it. Run by build.ts, never in a browser. */
export function landing(): string {
	const client = new QueryClient();
	client.setQueryData<object>(portalQuery.queryKey, settings);
	return renderToStaticMarkup(
		<QueryClientProvider client={client}>
			<MemoryRouter>
				<LandingPage />
			</MemoryRouter>
		</QueryClientProvider>,
	);
}
