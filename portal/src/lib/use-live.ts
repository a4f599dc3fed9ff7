import { useQueryClient } from '@tanstack/react-query';
import type { Topic } from '@watchword/contract/events';
import { useEffect } from 'react';
import { meQuery } from './documents.ts';
import { listen } from './live.ts';

/** The user document lists its devices and automations, so a change of those is a change of it. */
const ALSO_CHANGES_USER: ReadonlySet<Topic> = new Set(['session', 'devices', 'automations']);

/** Keeps every document on screen up to date for as long as the caller is mounted. */
export function useLive() {
	const client = useQueryClient();
	useEffect(
		() =>
			listen('/api/events', {
				onEvent: ({ topic }) => {
					if (topic !== 'session') void client.invalidateQueries({ queryKey: [topic] });
					if (ALSO_CHANGES_USER.has(topic)) void client.invalidateQueries(meQuery);
				},
				onReconnect: () => void client.invalidateQueries(),
				onBreak: () => void client.invalidateQueries(meQuery),
			}),
		[client],
	);
}
