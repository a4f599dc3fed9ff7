import type { Confirmation } from '@watchword/contract/billing';

/** The payment in progress: the amount, and the provider's client secret. */
export type Order = { dollars: number; clientSecret: string };

/** Confirms the payment with the typed card. `error` has the provider's types. */
export type Confirm = () => Promise<Confirmation | { error: { type: string; message?: string } }>;

export type FieldsProps = {
	clientSecret: string;
	/** Called when the fields are ready, with null if they could not be loaded. */
	onReady: (confirm: Confirm | null) => void;
};
