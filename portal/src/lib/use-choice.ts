import { useRef, useState } from 'react';
import { useSubmit } from './use-submit.ts';

/**
 * A choice that shows at once and is saved at once. One that is changed during a save is saved again after it, so that the
 * last one counts. If it cannot be saved, it goes back. `during` is given all of these saves as one.
 */
export function useChoice<T>(
	saved: T,
	save: (chosen: T) => Promise<void>,
	during = (saves: () => Promise<void>) => saves(),
) {
	/** Also a ref, in case it is changed during a save. */
	const latest = useRef(saved);
	const [wanted, setWanted] = useState(saved);
	const { submit, submitting, failure } = useSubmit(() =>
		during(async () => {
			let sent: T;
			do {
				sent = latest.current;
				await save(sent);
			} while (sent !== latest.current);
		}),
	);
	return {
		chosen: submitting ? wanted : saved,
		choose(next: T) {
			latest.current = next;
			setWanted(next);
			void submit();
		},
		failure,
	};
}
