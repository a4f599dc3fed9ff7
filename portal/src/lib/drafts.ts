/** Unsaved edits, kept while the tab is open. */
const PREFIX = 'watchword:draft:';

export function readDraft<T>(key: string): Partial<T> {
	try {
		return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '{}');
	} catch {
		return {};
	}
}

/** A browser may refuse to store anything. */
export function keepDraft(key: string, draft: object | null): void {
	try {
		if (draft) sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
		else sessionStorage.removeItem(PREFIX + key);
	} catch (error) {
		console.warn('the draft could not be kept', error);
	}
}

/** After signing out, nothing that was typed is left for the next user of this browser. */
export function forgetDrafts(): void {
	try {
		for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
	} catch (error) {
		console.warn('drafts could not be forgotten', error);
	}
}
