import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Opens the target of a clicked push message. The page is not reloaded, so nothing that was typed is lost. */
export function usePushClicks(): void {
	const navigate = useNavigate();
	useEffect(() => {
		// Browsers have no service workers on an insecure page.
		const worker: ServiceWorkerContainer | undefined = navigator.serviceWorker;
		const go = ({ data, ports }: MessageEvent) => {
			if (typeof data?.open !== 'string') return;
			ports[0]?.postMessage('heard');
			void navigate(data.open);
		};
		worker?.addEventListener('message', go);
		return () => worker?.removeEventListener('message', go);
	}, [navigate]);
}
