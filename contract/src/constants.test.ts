import { expect, test } from 'vitest';
import * as constants from './constants.ts';

/** Written out, because the other tests read them from the same place as the product. */
test('the constants of the specification have its values', () => {
	expect(constants).toMatchObject({
		CREDITS_PER_DOLLAR: 20,
		CURRENCY: 'AUD',
		PURCHASE_DOLLARS: { min: 5, max: 100, default: 5 },
		FREE_AUTOMATIONS_PER_DEVICE: 2,
		DEFAULT_SCHEDULE_TIME: '12:00',
		PAYMENT_RETURN_PATH: '/app/billing',
		STORAGE_UPLOAD_RETRY_MS: 120_000,
		STORAGE_OPERATION_RETRY_MS: 600_000,
		STORAGE_MAX_BACKOFF_MS: 64_000,
		TOURS: ['mainTour', 'automationsTour'],
		TOUR: {
			spotlightPadding: 30,
			spotlightRadius: 28,
			cardGap: 25,
			cardRem: { min: 16, max: 32 },
			scrollMargin: 20,
			flipThreshold: 256,
			overlayFadeSeconds: 0.5,
			cardTransition: { duration: 0.6, ease: 'anticipate' },
		},
	});
});

test('the constants of the product decisions have their values', () => {
	expect(constants).toMatchObject({
		CAPTURE_MAX_BYTES: 10 * 1024 * 1024,
		CAPTURE_MAX_PIXELS: 50_000_000,
		PAIRING_CODE_LENGTH: 8,
		PAIRING_MINUTES: 10,
		MORE_ADDRESSES_MAX: 9,
		LEAVING_DAYS: 7,
	});
});
