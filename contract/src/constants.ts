/** Business constants and limits. They stand here alone; server, portal and texts read them from this file. */

export const CREDITS_PER_DOLLAR = 20;
export const CURRENCY = 'AUD';
export const PURCHASE_DOLLARS = { min: 5, max: 100, default: 5 } as const;
export const FREE_AUTOMATIONS_PER_DEVICE = 2;
export const DEFAULT_SCHEDULE_TIME = '12:00';
export const PAYMENT_RETURN_PATH = '/app/billing';

export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;
/** A reset link works once, for this long. */
export const RESET_LINK_SECONDS = 3600;

/** Names of the guided tours a user may have been shown. */
export const TOURS = ['mainTour', 'automationsTour'] as const;
export type TourName = (typeof TOURS)[number];
