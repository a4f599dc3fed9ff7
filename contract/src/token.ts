/** API tokens: names and limits. Without packages, so that the portal needs no schema library for them. */

/** What a token may do. `read` is every GET that needs neither another scope nor a browser session. */
export const TOKEN_SCOPES = ['read', 'automations', 'captures', 'billing'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Every token begins with this, so that people and secret scanners recognise one. */
export const TOKEN_PREFIX = 'ww_';

/** After how many days a token expires; null for never. */
export const TOKEN_DAYS = [30, 90, 365, null] as const;
export type TokenDays = (typeof TOKEN_DAYS)[number];

export const TOKENS_MAX = 50;
export const TOKEN_NAME_MAX_LENGTH = 60;
