/** Business constants, limits and texts, defined only here. This file imports nothing, so that the portal needs no schema library. */

export const CREDITS_PER_DOLLAR = 20;
export const CURRENCY = 'AUD';
export const PURCHASE_DOLLARS = { min: 5, max: 100, default: 5 } as const;
export const FREE_AUTOMATIONS_PER_DEVICE = 2;
export const DEFAULT_SCHEDULE_TIME = '12:00';
/** What a new automation's prompt says until somebody writes one. */
export const DEFAULT_PROMPT = 'Enter Prompt';
export const NAME_MAX_LENGTH = 200;
export const PROMPT_MAX_LENGTH = 20_000;
/** Far more than one customer has. The list reads them all, and each capture of a device makes a run for each of its automations. */
export const AUTOMATIONS_MAX = 2000;
export const DAILY_CAP_MAX = 100_000;
export const ALLOWED_SENDERS_MAX = 100;
/** Beside the first one, so ten in all. */
export const MORE_ADDRESSES_MAX = 9;
/** A week: the longest time between two mails, and until a reminder. */
export const WAIT_MINUTES_MAX = 7 * 24 * 60;
/** After this long without a capture, nobody knows whether an episode lasted: the next one that is met begins another. */
export const EPISODE_GAP_MS = 2 * 3600_000;
/** Of pictures that show nothing new, one is judged at least this often. */
export const SAME_JUDGED_EVERY_MS = 3600_000;
/** One every quarter of an hour. */
export const SCHEDULE_MAX_TIMES = 96;
export const NOT_A_NUMBER = 'Please enter a valid number.';
export const INVALID_AMOUNT = `Amount must be between $${PURCHASE_DOLLARS.min} and $${PURCHASE_DOLLARS.max} in $1 increments.`;
export const PAYMENT_FAILED = 'An unexpected error occured.';
/** A customer is warned of low credits at this balance. */
export const LOW_BALANCE = 20;
/** Automations are tried without charge: on this many captures of a device at once, this often in an hour. */
export const TRIAL_CAPTURES = 20;
export const TRIALS_PER_HOUR = 300;
/** How often in an hour an account may let the language model fill in a condition. It is free, and the operator pays the model. */
export const CONDITION_FILLS_PER_HOUR = 60;
export const TRIAL_MAIL_MAX_LENGTH = 1_000_000;
export const PAYMENT_RETURN_PATH = '/app/billing';

/** Of a new password. A shorter one from earlier still works. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
/** A reset link works once, for this long. */
export const RESET_LINK_SECONDS = 3600;

/** Both addresses must agree to a change of the account's address within this time. */
export const ADDRESS_CHANGE_HOURS = 24;

/** For how long a customer who entered the password again is not asked for it once more. */
export const CONFIRMED_MINUTES = 10;

/** A code of an authenticator app. */
export const CODE_DIGITS = 6;
export const RECOVERY_CODES = 10;
/** For how long a trusted browser is not asked for a code. */
export const TRUST_DAYS = 30;

/** From asking for the deletion of an account until it is erased; until then it can be kept. */
export const LEAVING_DAYS = 7;

/** For how long an account's history is kept. */
export const ACCOUNT_EVENT_DAYS = 90;

export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;

/** Names of the guided tours a user may have been shown. */
export const TOURS = ['mainTour', 'automationsTour'] as const;
export type TourName = (typeof TOURS)[number];
/** How a tour looks and moves. Lengths are CSS pixels unless they say otherwise. */
export const TOUR = {
	spotlightPadding: 30,
	spotlightRadius: 28,
	cardGap: 25,
	cardRem: { min: 16, max: 32 },
	scrollMargin: 20,
	/** With less room than this on its side, the card goes to the other one. */
	flipThreshold: 256,
	overlayFadeSeconds: 0.5,
	cardTransition: { duration: 0.6, ease: 'anticipate' },
	/** For how long a step waits for its target element. */
	targetWithinMs: 5000,
} as const;

export const SAME_CAPTURE_WINDOW = 'Capture window start cannot be the same as capture window end.';
export const SAME_LIGHT_WINDOW = 'Flashlight window start cannot be the same as capture window end.';
export const DEVICE_HAS_AUTOMATIONS = 'Please remove associated automations before removing this device.';
export const DEVICE_NOT_FOUND = 'Device not found.';

export const CAPTURE_MAX_BYTES = 10 * 1024 * 1024;
export const CAPTURE_MAX_PIXELS = 50_000_000;
export const PAIRING_CODE_LENGTH = 8;
export const PAIRING_MINUTES = 10;

/** For how long a storage request is tried again before it counts as failed: an upload, and anything else. */
export const STORAGE_UPLOAD_RETRY_MS = 2 * 60_000;
export const STORAGE_OPERATION_RETRY_MS = 10 * 60_000;
/** The pause between two attempts doubles up to this. */
export const STORAGE_MAX_BACKOFF_MS = 64_000;

/** Used instead of an automation's id for an example that is not the customer's. No automation has such an id. */
export const EXAMPLE_AUTOMATION = 'example';

/** A mail that waits for its owner's approval may be changed before it is sent. */
export const DRAFT_SUBJECT_MAX_LENGTH = 300;
export const DRAFT_MAX_LENGTH = 20_000;

/** The most saved results in one zip; the rest comes in further zips. */
export const ZIP_RESULTS = 2_000;
export const ZIP_BYTES = 2_000_000_000;
/** The most results that can be requested by id in one zip. */
export const ZIP_IDS = 200;
