import { useQueryClient } from '@tanstack/react-query';
import type { UserEdit } from '@watchword/contract/account';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { meQuery, takeOver } from '../../lib/documents.ts';

export const SAVE_FAILED = 'Your changes could not be saved. Please try again.';

/** Saves a part of the user document. The rest is not sent: another tab may have changed it since. */
export function useSaveEdit() {
	const client = useQueryClient();
	return async (edit: UserEdit) => {
		if (Object.keys(edit).length === 0) return;
		const saved = await call('PUT /api/users/me', { body: edit });
		takeOver(client, saved, Object.keys(edit) as (keyof UserEdit)[]);
		void client.invalidateQueries(meQuery);
	};
}

/** What a form shows: the saved values, which may change in another tab, overlaid with the customer's changes. */
export function useChanges<T extends object>(saved: T) {
	const [changes, setChanges] = useState<Partial<T>>({});
	return {
		values: { ...saved, ...changes },
		changes,
		isChanged: Object.keys(changes).length > 0,
		change: (part: Partial<T>) => setChanges((now) => ({ ...now, ...part })),
		/** Called after a save. Later changes stay. */
		forget: () => setChanges((now) => (now === changes ? {} : now)),
	};
}
