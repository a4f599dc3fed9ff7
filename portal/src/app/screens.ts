import type { QueryClient } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { exportQuery, sessionsQuery } from '../lib/account-documents.ts';
import {
	automationQuery,
	automationsQuery,
	billingQuery,
	devicesQuery,
	outlookQuery,
	prefetchForEditor,
} from '../lib/documents.ts';
import {
	dashboardQuery,
	episodesQuery,
	foldersQuery,
	historyQuery,
	runsQuery,
} from '../lib/run-documents.ts';
import { lastDayStart } from '../lib/time.ts';

const loadAutomations = () => import('../features/automations/page.tsx');
const loadOpened = async () => (await loadAutomations()).loadOpened();

/** The signed-in screens: how the code of each is loaded, and which documents it needs first. */
export const screens = {
	dashboard: {
		load: async () => ({ Component: (await import('../features/dashboard/page.tsx')).DashboardPage }),
		warm: (client: QueryClient) => [
			client.prefetchQuery(dashboardQuery(lastDayStart(Date.now()))),
			client.prefetchQuery(episodesQuery(lastDayStart(Date.now()))),
			client.prefetchQuery(devicesQuery),
			client.prefetchQuery(automationsQuery),
			client.prefetchInfiniteQuery(runsQuery({ grouped: 'yes' })),
			client.prefetchQuery(billingQuery),
			client.prefetchQuery(outlookQuery),
		],
	},
	automations: {
		load: async () => ({ Component: (await loadAutomations()).AutomationsPage }),
		warm: (client: QueryClient, path = '') => {
			const opened = /^\/app\/automations\/([^/]+)/.exec(path)?.[1];
			return [
				client.prefetchQuery(automationsQuery),
				...(opened && opened !== EXAMPLE_AUTOMATION
					? [client.prefetchQuery(automationQuery(opened)), ...prefetchForEditor(client), loadOpened()]
					: []),
			];
		},
	},
	runs: {
		load: async () => ({ Component: (await import('../features/runs/page.tsx')).RunsPage }),
		warm: (client: QueryClient) => [
			client.prefetchInfiniteQuery(historyQuery({ grouped: 'yes' })),
			client.prefetchQuery(automationsQuery),
		],
	},
	devices: {
		load: async () => ({ Component: (await import('../features/devices/page.tsx')).DevicesPage }),
		warm: (client: QueryClient) => [client.prefetchQuery(devicesQuery)],
	},
	billing: {
		load: async () => ({ Component: (await import('../features/billing/page.tsx')).BillingPage }),
		warm: (client: QueryClient) => [client.prefetchQuery(billingQuery), client.prefetchQuery(outlookQuery)],
	},
	account: {
		load: async () => ({ Component: (await import('../features/account/page.tsx')).AccountPage }),
		warm: (client: QueryClient) => [client.prefetchQuery(sessionsQuery), client.prefetchQuery(exportQuery)],
	},
	files: {
		load: async () => ({ Component: (await import('../features/files/page.tsx')).FilesPage }),
		warm: (client: QueryClient) => [client.prefetchQuery(foldersQuery)],
	},
	help: {
		load: async () => ({ Component: (await import('../features/help/page.tsx')).HelpPage }),
		warm: () => [],
	},
} satisfies Record<
	string,
	{ load: () => Promise<unknown>; warm: (client: QueryClient, path?: string) => Promise<unknown>[] }
>;

export type Screen = keyof typeof screens;

export function screenAt(path: string): Screen | undefined {
	const name = path.split('/')[2] ?? '';
	return path.startsWith('/app/') && Object.hasOwn(screens, name) ? (name as Screen) : undefined;
}

/**
 * Called when a link is hovered or focused, so that code and documents are usually loaded before the click. Errors are
 * ignored: the visit itself tries again and reports them.
 */
export async function prefetch(client: QueryClient, screen: Screen, path?: string): Promise<void> {
	await Promise.allSettled([screens[screen].load(), ...screens[screen].warm(client, path)]);
}
