import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { cleanup, render } from 'vitest-browser-react';
import { routes } from '../app/router.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { customer, visitor } from './documents.ts';
import { type Answers, Wire } from './wire.ts';

async function show(path: string) {
	const router = createMemoryRouter(routes(), { initialEntries: [path] });
	// As in index.html: the styles know it.
	const container = document.body.appendChild(document.createElement('div'));
	container.id = 'root';
	await render(
		<QueryClientProvider client={createQueryClient()}>
			<CSPProvider disableStyleElements>
				<RouterProvider router={router} />
			</CSPProvider>
		</QueryClientProvider>,
		{ container },
	);
	return router;
}

/** The portal at an address, as `main.tsx` starts it, each effect once as in the shipped build. `at` says where it has led to. */
async function open(path: string, answers: Answers) {
	const wire = new Wire(answers);
	let router = await show(path);
	const at = () => {
		const { pathname, search, hash } = router.state.location;
		return pathname + search + hash;
	};
	/** Opened anew: what stays is what the browser has stored. */
	const reload = async (to = at()) => {
		await cleanup();
		router = await show(to);
	};
	return { wire, at, reload, go: (to: string | number) => router.navigate(to as never) };
}

export const openAsVisitor = (path: string, answers: Answers = {}) => open(path, { ...visitor, ...answers });

export const openAsCustomer = (path: string, answers: Answers = {}) =>
	open(path, { ...customer, ...answers });
