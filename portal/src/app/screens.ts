import type { QueryClient } from '@tanstack/react-query';
import {
	automationsQuery,
	billingQuery,
	dashboardQuery,
	devicesQuery,
	exportQuery,
	historyQuery,
	outlookQuery,
	runsQuery,
	sessionsQuery,
} from '../lib/documents.ts';
import { dayOf } from '../lib/time.ts';

/** The signed-in screens: how the code of each is loaded, and which documents it opens with. */
export const screens = {
	dashboard: {
		load: async () => ({ Component: (await import('../features/dashboard/page.tsx')).DashboardPage }),
		warm: (client: QueryClient) => [
			client.prefetchQuery(dashboardQuery(dayOf(Date.now()).start)),
			client.prefetchQuery(devicesQuery),
			client.prefetchQuery(automationsQuery),
			client.prefetchInfiniteQuery(runsQuery()),
			client.prefetchQuery(billingQuery),
			client.prefetchQuery(outlookQuery),
		],
	},
	automations: {
		load: async () => ({ Component: (await import('../features/automations/page.tsx')).AutomationsPage }),
		warm: (client: QueryClient) => [client.prefetchQuery(automationsQuery)],
	},
	runs: {
		load: async () => ({ Component: (await import('../features/runs/page.tsx')).RunsPage }),
		warm: (client: QueryClient) => [
			client.prefetchInfiniteQuery(historyQuery({})),
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
	help: {
		load: async () => ({ Component: (await import('../features/help/page.tsx')).HelpPage }),
		warm: () => [],
	},
} satisfies Record<string, { load: () => Promise<unknown>; warm: (client: QueryClient) => Promise<void>[] }>;

export type Screen = keyof typeof screens;

export function screenAt(path: string): Screen | undefined {
	const name = path.split('/')[2] ?? '';
	return path.startsWith('/app/') && Object.hasOwn(screens, name) ? (name as Screen) : undefined;
}

/** Called when a pointer or the focus nears a link: by the click, code and documents are mostly there. */
export function prefetch(client: QueryClient, screen: Screen) {
	// A failure now is no failure yet: the visit itself asks again and says what is wrong.
	void Promise.allSettled([screens[screen].load(), ...screens[screen].warm(client)]);
}
