const TRY_EVERY_MS = 3_000;

/**
 * Fetches a script. Without a connection it is tried again until there is one: an error would take the whole screen away,
 * with everything that was typed on it. If the server answers and the script still does not come, it is gone.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
	for (let hasFailed = false; ; ) {
		try {
			return await load();
		} catch (error) {
			if (!(await isReachable())) await new Promise((again) => setTimeout(again, TRY_EVERY_MS));
			else if (hasFailed) throw error;
			else hasFailed = true;
		}
	}
}

export const isReachable = () =>
	fetch('/healthz', { cache: 'no-store' }).then(
		(answer) => answer.ok,
		() => false,
	);
