import type { Confirmation } from '@watchword/contract/billing';

/** What is being paid: the sum, and the secret by which the provider knows it. */
export type Order = { dollars: number; clientSecret: string };

/** Confirms the payment with what was typed. `error` has the provider's types. */
export type Confirm = () => Promise<Confirmation | { error: { type: string; message?: string } }>;

export type FieldsProps = {
	clientSecret: string;
	/** The fields can be filled in; null where they could not be loaded. */
	onReady: (confirm: Confirm | null) => void;
};
