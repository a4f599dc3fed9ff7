import Stripe from 'stripe';
import type { Intent, Payments } from '../../ports/payments.ts';
import type { Settings } from '../../settings.ts';
import { boundedFetch } from '../bounded-fetch.ts';

const TIMEOUT_MS = 20_000;

/** Card payments through Stripe. The library retries by itself, with the same idempotency key. */
export function stripePayments({
	secretKey,
	publishableKey,
	webhookSecret,
	apiUrl,
	livemode,
}: NonNullable<Settings['stripe']>): Payments {
	const { hostname, port, protocol } = new URL(apiUrl);
	const stripe = new Stripe(secretKey, {
		host: hostname,
		port: port || (protocol === 'https:' ? 443 : 80),
		protocol: protocol === 'https:' ? 'https' : 'http',
		timeout: TIMEOUT_MS,
		maxNetworkRetries: 2,
		// Stripe's own client accepts answers of any size and duration.
		httpClient: Stripe.createFetchHttpClient(boundedFetch),
		telemetry: false,
	});

	async function readIntent(id: string): Promise<Intent> {
		const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
		const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
		const disputed = charge?.disputed ? await heldByBanks(id) : 0;
		return { ...known(intent), refunded: charge?.amount_refunded ?? 0, disputed };
	}

	/** An inquiry moves no money, and a won dispute has returned it. */
	async function heldByBanks(intent: string): Promise<number> {
		const disputes = await stripe.disputes.list({ payment_intent: intent, limit: 100 });
		return disputes.data
			.filter(({ status }) => !/^(won|prevented|warning_.*)$/.test(status))
			.reduce((sum, { amount }) => sum + amount, 0);
	}

	return {
		describe: `Stripe, ${livemode ? 'live' : 'test mode'}`,
		form: { provider: 'stripe', publishableKey },
		livemode,
		webhookSecret,
		async createIntent({ key, ...order }) {
			const intent = await stripe.paymentIntents.create(
				{ ...order, automatic_payment_methods: { enabled: true } },
				{ idempotencyKey: key },
			);
			return { ...known(intent), refunded: 0, disputed: 0 };
		},
		readIntent,
		async cancelIntent(id) {
			await stripe.paymentIntents.cancel(id).catch((error: unknown) => {
				// Already paid, in progress or canceled: the current state is read again.
				if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
			});
			return readIntent(id);
		},
		payWithTestCard: null,
	};
}

const known = (intent: Stripe.PaymentIntent) => ({
	id: intent.id,
	clientSecret: intent.client_secret ?? '',
	status: intent.status as Intent['status'],
	amount: intent.amount,
	currency: intent.currency,
	livemode: intent.livemode,
	metadata: intent.metadata,
	received: intent.amount_received,
});
