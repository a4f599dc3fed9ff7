const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Keeps this page in the browser, so that a camera that is reloaded without a network can still take pictures. A page
 * that stays open for weeks checks for a newer version by itself. Returns a function that ends the checks.
 */
export function keepForOffline(): () => void {
	const { serviceWorker } = navigator;
	// Only on secure pages.
	if (!serviceWorker) return () => undefined;
	const look = async () => {
		const registration = await serviceWorker.register('/camera-worker.js', { scope: '/camera' });
		await registration.update();
	};
	const again = () => void look().catch((error: unknown) => console.warn('not kept for offline use', error));
	again();
	const timer = setInterval(again, LOOK_AGAIN_MS);
	return () => clearInterval(timer);
}
