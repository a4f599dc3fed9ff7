import { useState } from 'react';
import { useSession } from './session.tsx';

/**
 * Unsaved edits of a document. They are kept per account while the tab is open, so that nothing is lost when the customer
 * leaves the page by mistake, reloads it, or comes back to a tab that a phone had put away.
 */
export function useDraft<T extends object>(name: string) {
	const key = `watchword:draft:${useSession().currentUser} ${name}`;
	// State as well as what is kept, because a controlled input needs its value in the same render.
	const [draft, setDraft] = useState(() => read<T>(key));
	return {
		draft,
		change: (part: Partial<T>) => {
			const next = { ...draft, ...part };
			keep(key, next);
			setDraft(next);
		},
		discard: () => {
			keep(key, null);
			setDraft({});
		},
	};
}

function read<T>(key: string): Partial<T> {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? '{}');
	} catch {
		return {};
	}
}

/** A browser may refuse to store anything. */
function keep(key: string, draft: object | null): void {
	try {
		if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
		else sessionStorage.removeItem(key);
	} catch (error) {
		console.warn('the draft could not be kept', error);
	}
}
