/** A mail that will never be accepted as it is; anything else a mailer throws may succeed later. */
export class Undeliverable extends Error {}
