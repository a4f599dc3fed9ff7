/** What mail programs put before the subject of a mail that is answered or passed on, in the languages of Europe. */
export const REPLY = /^\s*(?:re|aw|antw|sv|rif|odp|res)\s?:/i;
export const FORWARDED = /^\s*(?:fwd?|wg|tr|rv|enc|i)\s?:\s*/i;
