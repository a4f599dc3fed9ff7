import { call } from './api.ts';

/** Push messages in this browser. Loaded when it is needed, not with the first script. */

const WORKER = '/push-worker.js';
const SCOPE = '/app/';

export type PushState =
	/** This browser, or this address without https, has no push messages. */
	| 'unsupported'
	/** On an iPhone or iPad, only the installed app has them. */
	| 'install'
	| 'blocked'
	| 'off'
	| 'on';

/** A newer iPad identifies as a Mac; a Mac has no touch screen. */
const isApple = () =>
	/iPhone|iPad|iPod/.test(navigator.userAgent) ||
	(/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export const isPhone = () => isApple() || /Android|Mobile/.test(navigator.userAgent);

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The subscription of this browser, if it has one. */
async function ownSubscription(): Promise<PushSubscription | null> {
	if (!isSupported()) return null;
	const registration = await navigator.serviceWorker.getRegistration(SCOPE);
	return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The state of push messages here, and the address of this browser if it has one. */
export async function readState(): Promise<{ state: PushState; endpoint: string | null }> {
	if (!isSupported()) {
		const isInstalled = matchMedia('(display-mode: standalone)').matches;
		return { state: isApple() && !isInstalled ? 'install' : 'unsupported', endpoint: null };
	}
	if (Notification.permission === 'denied') return { state: 'blocked', endpoint: null };
	const subscription = await ownSubscription();
	const isOn = subscription !== null && Notification.permission === 'granted';
	return { state: isOn ? 'on' : 'off', endpoint: subscription?.endpoint ?? null };
}

/** Calls back when the customer allows or blocks messages in the browser's settings. Returns a function that ends it. */
export function onPermissionChange(changed: () => void): () => void {
	const ended = new AbortController();
	const listen = async () => {
		const permission = await navigator.permissions.query({ name: 'notifications' });
		permission.addEventListener('change', changed, { signal: ended.signal });
	};
	// Browsers without this event show the change after a reload.
	listen().catch(() => undefined);
	return () => ended.abort();
}

/** The customer refused, or the browser did automatically. */
export class NotAllowed extends Error {}

/** Asks for permission, which browsers allow only after a click, and sends the subscription to the server. */
export async function turnOn(key: string, name: string): Promise<void> {
	if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
	const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
	await active(registration);
	const known = await registration.pushManager.getSubscription();
	// A subscription with another key belongs to another installation, and would never get a message.
	if (known && !hasKey(known, key)) await known.unsubscribe();
	const subscription = await registration.pushManager.subscribe({
		userVisibleOnly: true,
		applicationServerKey: key,
	});
	await tellServer(subscription, name);
}

async function tellServer(subscription: PushSubscription, name: string): Promise<void> {
	const { endpoint = '', keys = {} } = subscription.toJSON();
	const { p256dh = '', auth = '' } = keys;
	await call('POST /api/push', { body: { endpoint, keys: { p256dh, auth }, name } });
}

/** Signing out other browsers removed all browsers from the list. This one is added again, if possible. */
export async function keepThisOne(name: string): Promise<void> {
	try {
		const subscription = await ownSubscription();
		if (subscription && Notification.permission === 'granted') await tellServer(subscription, name);
	} catch (error) {
		console.warn('push messages are off', error);
	}
}

/** No more messages here: someone else may use the phone next. */
export async function turnOff(): Promise<void> {
	const subscription = await ownSubscription();
	if (!subscription) return;
	const { items } = await call('GET /api/push');
	const mine = items.find(({ endpoint }) => endpoint === subscription.endpoint);
	if (mine) await call('DELETE /api/push/{id}', { params: { id: mine.id } });
	await subscription.unsubscribe();
}

/** `subscribe` needs an active worker, and not every browser waits for it. */
async function active(registration: ServiceWorkerRegistration): Promise<void> {
	const worker = registration.installing ?? registration.waiting;
	if (registration.active || !worker) return;
	await new Promise<void>((resolve) => {
		worker.addEventListener('statechange', () => {
			if (worker.state === 'activated' || worker.state === 'redundant') resolve();
		});
	});
}

function hasKey({ options }: PushSubscription, key: string): boolean {
	const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
	const text = btoa(String.fromCharCode(...bytes));
	return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}
