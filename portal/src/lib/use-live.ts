import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { LiveEvent, Topic } from '@watchword/contract/events';
import type { Run } from '@watchword/contract/run';
import { useEffect, useEffectEvent, useState } from 'react';
import { listen } from './live.ts';
import { HISTORY } from './run-documents.ts';

/** Documents that depend on others, besides those under the topic's own name. */
const ALSO_CHANGES: Partial<Record<Topic, string[]>> = {
	session: ['user'],
	devices: ['user', 'dashboard'],
	automations: ['user'],
	runs: ['dashboard'],
};
/** However many changes are announced, a document is read again at most this often. */
const GATHER_MS = 250;
/** A broken stream is usually back before a notice is worthwhile. */
const LOST_AFTER_MS = 4_000;

/** A server event, or `gap` if some may have been missed. */
type News = LiveEvent | 'gap';

const listeners = new Set<(news: News) => void>();
const notify = (news: News) => {
	for (const listener of listeners) listener(news);
};

/** Subscribes to the events, for data that is not simply refetched. */
export function useNews(heard: (news: News) => void) {
	const hear = useEffectEvent(heard);
	useEffect(() => {
		const listener = (news: News) => hear(news);
		listeners.add(listener);
		return () => void listeners.delete(listener);
	}, []);
}

/** `lost` until the stream is connected again, `back` from then on. */
export type Connection = 'live' | 'lost' | 'back';

/** Keeps every document on screen up to date while the caller is mounted. Returns the state of the connection. */
export function useLive(): Connection {
	const client = useQueryClient();
	const [connection, setConnection] = useState<Connection>('live');
	useEffect(() => {
		const gathered = gather(client);
		let late: ReturnType<typeof setTimeout> | undefined;
		const open = () =>
			listen('/api/events', {
				onEvent: (event) => {
					gathered.add(event);
					notify(event);
				},
				onReconnect: () => {
					clearTimeout(late);
					late = undefined;
					setConnection((before) => (before === 'lost' ? 'back' : before));
					readAgain(client);
				},
				onBreak: () => {
					late ??= setTimeout(() => setConnection('lost'), LOST_AFTER_MS);
					void client.invalidateQueries({ queryKey: ['user'] });
				},
			});
		let close = document.hidden ? null : open();
		// Browsers limit connections per host. A hidden tab closes its own, and catches up when it is shown.
		const onVisibility = () => {
			if (document.hidden) {
				clearTimeout(late);
				late = undefined;
				close?.();
				close = null;
			} else if (!close) {
				// A new stream never reports that the one before it is back.
				setConnection('live');
				close = open();
				readAgain(client);
			}
		};
		document.addEventListener('visibilitychange', onVisibility);
		return () => {
			document.removeEventListener('visibilitychange', onVisibility);
			clearTimeout(late);
			gathered.stop();
			close?.();
		};
	}, [client]);
	return connection;
}

/** After a gap in which anything may have been missed. */
function readAgain(client: QueryClient) {
	void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== HISTORY });
	notify('gap');
}

const isInLine = (run: Run | null | undefined) => run?._triggerType === 'capture' && run._status === 'queued';

/**
 * Reads documents again after changes, close ones together. A document that is being read is left to finish and then read once
 * more: under a steady stream of changes it would otherwise never arrive.
 */
function gather(client: QueryClient) {
	const changed = new Set<string>();
	const runs = new Set<string | undefined>();
	// Runs that did not change need not be read again, however large they are. Except a queued capture, which may wait for another run.
	const isAsBefore = ({ queryKey: [first, kind, id], state: { data } }: Query) =>
		first === 'runs' &&
		kind === 'one' &&
		!runs.has(undefined) &&
		!runs.has(String(id)) &&
		!isInLine(data as Run | null | undefined);
	let timer: ReturnType<typeof setTimeout> | undefined;
	const flush = () => {
		for (const key of changed) {
			if (client.isFetching({ queryKey: [key] }) > 0) continue;
			changed.delete(key);
			void client.invalidateQueries({ queryKey: [key], predicate: (query) => !isAsBefore(query) });
			if (key === 'runs') runs.clear();
		}
		timer = changed.size > 0 ? setTimeout(flush, GATHER_MS) : undefined;
	};
	return {
		add: ({ topic, id }: LiveEvent) => {
			if (topic === 'runs') runs.add(id);
			// An open run shows its deliveries.
			if (topic === 'deliveries' && id) void client.invalidateQueries({ queryKey: ['runs', 'one', id] });
			for (const key of [topic, ...(ALSO_CHANGES[topic] ?? [])]) changed.add(key);
			timer ??= setTimeout(flush, GATHER_MS);
		},
		stop: () => clearTimeout(timer),
	};
}
