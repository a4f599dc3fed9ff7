import { z } from 'zod';
import {
	billing,
	confirmation,
	outlook,
	payment,
	paymentId,
	paymentIntent,
	purchase,
	statement,
	statementFilter,
	testCard,
} from '../billing.ts';
import { page } from '../ids.ts';
import { ends } from '../limit.ts';
import { route } from '../route.ts';

const tags = ['Billing'];

export const readBilling = route({
	method: 'get',
	path: '/api/billing',
	scope: 'billing',
	summary: 'The credit balance of the signed-in user',
	tags,
	answer: billing,
	says: 'The balance.',
});

export const readOutlook = route({
	method: 'get',
	path: '/api/billing/outlook',
	scope: 'billing',
	summary: 'How long the credits last at the rate of the last seven days',
	tags,
	answer: outlook,
	says: 'The rate, and the days that are left at it.',
});

export const readStatement = route({
	method: 'get',
	path: '/api/billing/statement',
	scope: 'billing',
	summary: 'What was bought, and what each automation cost on each day',
	tags,
	query: statementFilter,
	answer: statement,
	says: 'The latest day first, a page at a time.',
});

export const downloadStatement = route({
	method: 'get',
	path: '/api/billing/statement.csv',
	scope: 'billing',
	summary: 'The same statement as a file for a spreadsheet',
	tags,
	query: statementFilter,
	answer: z.string(),
	contentType: 'text/csv',
	says: 'All of it.',
});

export const startPayment = route({
	method: 'post',
	path: '/api/payment-intent',
	summary: 'Start a purchase of credits, for whole dollars',
	tags,
	body: purchase,
	answer: paymentIntent,
	says: 'What the payment form needs to pay it.',
});

export const listPurchases = route({
	method: 'get',
	path: '/api/payments',
	scope: 'billing',
	summary: 'The purchases of the signed-in user',
	tags,
	answer: page(payment),
	says: 'The latest first.',
});

export const readPayment = route({
	method: 'get',
	path: '/api/payments/{id}',
	scope: 'billing',
	summary: 'One purchase, and how far it is',
	tags,
	params: z.object({ id: paymentId }),
	answer: payment,
	says: 'The purchase.',
});

export const confirmTestCard = route({
	method: 'post',
	path: '/api/test-cards/confirm',
	summary: 'Pay with a built-in test card, where no payment provider is set',
	tags,
	body: testCard,
	answer: confirmation,
	says: 'What came of it, in the shape of the provider.',
});

export const receiveStripeEvent = route({
	method: 'post',
	path: '/api/webhooks/stripe',
	scope: 'public',
	summary: 'Where the payment provider reports that a payment changed',
	tags,
	headers: z.object({ 'stripe-signature': z.string().max(2000, ends()).default('') }),
	answer: z.object({ received: z.enum(['looked', 'ignored']) }),
	says: 'Received.',
});
