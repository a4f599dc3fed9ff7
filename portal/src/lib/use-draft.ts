import { useState } from 'react';
import { useSession } from './session.tsx';

const drafts = new Map<string, object>();

/**
 * What was typed over a document and is not saved yet. It is kept while the tab lives, so that leaving by mistake
 * costs nothing, and for the account that typed it alone.
 */
export function useDraft<T extends object>(name: string) {
	const key = `${useSession().currentUser} ${name}`;
	// State as well as the map: a controlled input needs its value in the same breath.
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
