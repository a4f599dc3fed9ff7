import { useEffect, useState, useSyncExternalStore } from 'react';
import { Outbox, type OutboxState } from './outbox.ts';
import type { CameraStore, Pairing } from './store.ts';
import { askSettings, reportStatus, uploadCapture } from './upload.ts';

/** The outbox of this camera, at work while the page is open. */
export function useOutbox(store: CameraStore, { deviceKey, account }: Pairing): [Outbox, OutboxState] {
	const [outbox] = useState(
		() =>
			new Outbox({
				store,
				account,
				upload: (shot) => uploadCapture(deviceKey, shot),
				askSettings: () => askSettings(deviceKey),
				report: (problem) => reportStatus(deviceKey, problem),
			}),
	);
	useEffect(() => {
		const retry = () => outbox.retry();
		void outbox.start();
		window.addEventListener('online', retry);
		return () => {
			window.removeEventListener('online', retry);
			outbox.stop();
		};
	}, [outbox]);
	return [outbox, useSyncExternalStore(outbox.subscribe, outbox.snapshot)];
}
