import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Keep, Pairing } from './keep.ts';
import { Outbox, type OutboxState } from './outbox.ts';
import { askSettings, uploadCapture } from './upload.ts';

/** The outbox of this camera, at work while the page is open. */
export function useOutbox(keep: Keep, { deviceKey }: Pairing): [Outbox, OutboxState] {
	const [outbox] = useState(
		() =>
			new Outbox({
				keep,
				upload: (shot) => uploadCapture(deviceKey, shot),
				askSettings: () => askSettings(deviceKey),
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
