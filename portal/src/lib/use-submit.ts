import { useRef, useState } from 'react';
import { ApiError, isUnconfirmed } from './api.ts';

/**
 * Runs one submission at a time: a second one is dropped while the first is running. `done` is true from a success until the
 * next submission.
 */
export function useSubmit<T = void>(send: (value: T) => Promise<void>) {
	// State alone would let two submissions through in the moment before the next render.
	const busy = useRef(false);
	const [submitting, setSubmitting] = useState(false);
	const [done, setDone] = useState(false);
	const [failure, setFailure] = useState<ApiError | null>(null);

	async function submit(value: T) {
		if (busy.current) return;
		busy.current = true;
		setSubmitting(true);
		setDone(false);
		setFailure(null);
		try {
			await send(value);
			setDone(true);
		} catch (error) {
			// The customer closed the password dialog: everything stays as it was.
			if (isUnconfirmed(error)) return;
			console.error(error);
			setFailure(error instanceof ApiError ? error : new ApiError('internal', String(error)));
		} finally {
			busy.current = false;
			setSubmitting(false);
		}
	}

	return { submit, submitting, done, failure };
}
