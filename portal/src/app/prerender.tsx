import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { LandingPage } from '../features/landing/page.tsx';

/** The landing page as HTML, as a visitor sees it. Run by build.ts, never in a browser. */
export const landing = () =>
	renderToStaticMarkup(
		<QueryClientProvider client={new QueryClient()}>
			<MemoryRouter>
				<LandingPage />
			</MemoryRouter>
		</QueryClientProvider>,
	);
