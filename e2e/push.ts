import type { Page } from '@playwright/test';
import type { PushService } from '../server/src/testing/push-service.ts';

type Subscription = PushService extends { subscribe(...given: never[]): infer B }
	? B extends { subscription: infer S }
		? S
		: never
	: never;

/**
 * The browser subscribes at our push service, because that of its maker is on the web, and lets messages be shown, which a
 * browser without windows does not. The portal and its worker know nothing of it.
 */
export async function subscribeAt(page: Page, subscription: Subscription): Promise<void> {
	await page.addInitScript((given) => {
		const [KEY, ALLOWED] = ['test-push', 'test-push-allowed'];
		const subscribed = () => {
			const key = localStorage.getItem(KEY);
			const bytes = key === null ? null : Uint8Array.from(atob(key), (char) => char.charCodeAt(0));
			return (
				bytes && {
					endpoint: given.endpoint,
					options: { applicationServerKey: bytes.buffer },
					toJSON: () => given,
					unsubscribe: async () => localStorage.removeItem(KEY),
				}
			);
		};
		Object.assign(PushManager.prototype, {
			getSubscription: async () => subscribed(),
			subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
				localStorage.setItem(KEY, applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
				return subscribed();
			},
		});
		Object.defineProperty(Notification, 'permission', {
			get: () => localStorage.getItem(ALLOWED) ?? 'default',
		});
		Notification.requestPermission = async () => {
			localStorage.setItem(ALLOWED, 'granted');
			return 'granted';
		};
	}, subscription);
}
