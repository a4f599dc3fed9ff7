import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { render } from 'vitest-browser-react';
import { routes } from '../app/router.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { customer, visitor } from './documents.ts';
import { type Answers, Wire } from './wire.ts';

/** The portal at an address, as `main.tsx` starts it, each effect once as in the shipped build. `at` says where it has led to. */
async function open(path: string, answers: Answers) {
	const wire = new Wire(answers);
	const router = createMemoryRouter(routes(), { initialEntries: [path] });
	await render(
		<QueryClientProvider client={createQueryClient()}>
			<CSPProvider disableStyleElements>
				<RouterProvider router={router} />
			</CSPProvider>
		</QueryClientProvider>,
	);
	const at = () => {
		const { pathname, search, hash } = router.state.location;
		return pathname + search + hash;
	};
	return { wire, at, go: (to: string | number) => router.navigate(to as never) };
}

export const openAsVisitor = (path: string, answers: Answers = {}) => open(path, { ...visitor, ...answers });

export const openAsCustomer = (path: string, answers: Answers = {}) =>
	open(path, { ...customer, ...answers });
