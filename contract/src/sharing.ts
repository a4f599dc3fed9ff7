/** Shared links: their limits. Without packages, so that the portal needs no schema library for them. */

/** For how many days a link works. */
export const SHARE_DAYS = [1, 7, 30] as const;

/** How many links of an account work at once. */
export const SHARES_MAX = 100;

/** An expired link stays in the list for this many days. */
export const SHARES_LISTED_DAYS = 30;

/** A shared episode shows at most this many pictures, spread over its time. */
export const SHARED_PICTURES = 24;
