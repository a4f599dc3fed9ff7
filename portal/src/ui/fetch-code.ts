const TRY_EVERY_MS = 3_000;

/**
 * Fetches a script. Without a connection it retries until there is one: an error would remove the whole screen with everything
 * typed on it. If the server answers and the script still cannot be loaded, it no longer exists.
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
