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

/** What was typed is left for nobody else who uses this browser: all of it goes, or all but the drafts of one account. */
export function forgetDrafts(keptUid?: string): void {
	try {
		for (const key of Object.keys(sessionStorage))
			if (key.startsWith(PREFIX) && !(keptUid && key.startsWith(`${PREFIX}${keptUid} `)))
				sessionStorage.removeItem(key);
	} catch (error) {
		console.warn('drafts could not be forgotten', error);
	}
}
