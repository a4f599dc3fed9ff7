/** A start failed, and the operator can correct it: the message says how, and nothing else is shown. */
export class CannotStart extends Error {}
