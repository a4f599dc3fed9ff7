import {
	CREDITS_PER_DOLLAR,
	CURRENCY,
	INVALID_AMOUNT,
	NOT_A_NUMBER,
	PURCHASE_DOLLARS,
} from '@watchword/contract/constants';

/** Why the typed amount cannot be purchased, if it cannot. */
export function amountProblem(typed: string): string | null {
	if (!/^\d+$/.test(typed)) return NOT_A_NUMBER;
	const dollars = Number(typed);
	return dollars < PURCHASE_DOLLARS.min || dollars > PURCHASE_DOLLARS.max ? INVALID_AMOUNT : null;
}

/** The credits an amount buys, as it is being typed. */
export const creditsFor = (typed: string) =>
	/^\d{1,6}$/.test(typed) ? Number(typed) * CREDITS_PER_DOLLAR : 0;

export const money = (dollars: number, currency: string = CURRENCY) => `${currency}$${dollars.toFixed(2)}`;
