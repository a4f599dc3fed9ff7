/**
 * Looks for work, one look at a time. A call during a look causes one more look, and so does a look that returns true. After a
 * failure nothing more happens until the next call.
 */
export function oneLookAtATime(look: () => Promise<boolean>, failed: (error: unknown) => void) {
	let isLooking = false;
	let again = false;
	return {
		isLooking: () => isLooking,
		async poll(): Promise<void> {
			again = true;
			if (isLooking) return;
			isLooking = true;
			try {
				while (again) {
					again = false;
					if (await look()) again = true;
				}
			} catch (error) {
				failed(error);
			} finally {
				isLooking = false;
			}
		},
	};
}
