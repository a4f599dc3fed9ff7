import { useState } from 'react';
import { keepDraft, readDraft } from './drafts.ts';
import { useSession } from './session.tsx';

/**
 * Unsaved edits of a document. They are kept per account while the tab is open, so that nothing is lost when the customer
 * leaves the page by mistake, reloads it, or comes back to a tab that a phone had put away.
 */
export function useDraft<T extends object>(name: string) {
	const key = `${useSession().currentUser} ${name}`;
	// State as well as storage, because a controlled input needs its value in the same render.
	const [draft, setDraft] = useState(() => readDraft<T>(key));
	return {
		draft,
		/** `undefined` fields are no longer edited. */
		change: (part: Edited<T>) => {
			const named = Object.entries({ ...draft, ...part }).filter(([, value]) => value !== undefined);
			const next = Object.fromEntries(named) as Partial<T>;
			keepDraft(key, next);
			setDraft(next);
		},
		discard: () => {
			keepDraft(key, null);
			setDraft({});
		},
		/** After a save: they stay visible here, but are not kept for another visit. */
		forget: () => keepDraft(key, null),
	};
}

type Edited<T> = { [Name in keyof T]?: T[Name] | undefined };

/** What was entered. Values equal to the saved ones are `undefined`. */
export const changedFrom = <T extends object>(saved: T, entered: Partial<T>) =>
	Object.fromEntries(
		Object.entries(entered).map(([name, value]) => [
			name,
			value === saved[name as keyof T] ? undefined : value,
		]),
	) as Edited<T>;
