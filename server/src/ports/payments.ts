import type { Confirmation, Payment, TestCard } from '@watchword/contract/billing';
import type { PortalSettings } from '@watchword/contract/portal';

/** The state of a payment at its provider. Amounts are in cents. */
export interface Intent {
	id: string;
	clientSecret: string;
	status: Payment['status'];
	amount: number;
	currency: string;
	livemode: boolean;
	/** What we gave the provider: the user and the id of our record. */
	metadata: Record<string, string>;
	received: number;
	refunded: number;
	/** The amount that the customer's bank has charged back and not returned. */
	disputed: number;
}

export interface Payments {
	readonly describe: string;
	/** What the portal needs to show the form. */
	readonly form: Exclude<PortalSettings['payments'], { provider: 'none' }>;
	/** Whether real money moves. */
	readonly livemode: boolean;
	/** The secret that the provider signs its events with. */
	readonly webhookSecret: string;
	/** Calling it again with the same key gives the same intent. */
	createIntent(order: {
		key: string;
		amount: number;
		currency: string;
		description: string;
		metadata: Record<string, string>;
	}): Promise<Intent>;
	readIntent(id: string): Promise<Intent>;
	/** After this it can no longer be paid. If it was already paid, it stays paid, and the answer says so. */
	cancelIntent(id: string): Promise<Intent>;
	/** Only if the provider has no payment form of its own. */
	payWithTestCard: ((card: TestCard) => Promise<Confirmation>) | null;
}
