import { useState } from 'react';
import { useSession } from './session.tsx';

const drafts = new Map<string, object>();

/**
 * Unsaved edits of a document. They are kept per account while the tab is open, so that nothing is lost when the customer
 * leaves the page by mistake.
 */
export function useDraft<T extends object>(name: string) {
	const key = `${useSession().currentUser} ${name}`;
	// State as well as the map, because a controlled input needs its value in the same render.
	const [draft, setDraft] = useState(() => (drafts.get(key) ?? {}) as Partial<T>);
	return {
		draft,
		change: (part: Partial<T>) => {
			const next = { ...draft, ...part };
			drafts.set(key, next);
			setDraft(next);
		},
		discard: () => {
			drafts.delete(key);
			setDraft({});
		},
	};
}
