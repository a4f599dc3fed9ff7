/** Shared links: their limits. Free of packages, so that the portal carries no schema library for them. */

/** For how many days a link works. */
export const SHARE_DAYS = [1, 7, 30] as const;

/** How many links of an account work at once. */
export const SHARES_MAX = 100;

/** For so many days an expired link is still listed. */
export const SHARES_LISTED_DAYS = 30;

/** An episode shows at most so many pictures, spread over it. */
export const SHARED_PICTURES = 24;
