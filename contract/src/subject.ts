/** The subject prefixes of replies and forwarded mails, in European languages. */
export const REPLY = /^\s*(?:re|aw|antw|sv|rif|odp|res)\s?:/i;
export const FORWARDED = /^\s*(?:fwd?|wg|tr|rv|enc|i)\s?:\s*/i;
