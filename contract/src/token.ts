/** API tokens: names and limits. Free of packages, so that the portal carries no schema library for them. */

/** What a token may do. `read` is everything but billing. */
export const TOKEN_SCOPES = ['read', 'automations', 'captures', 'billing'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
