/** Push messages to browsers: names and limits. Without packages, so that the portal needs no schema library for them. */

/** The most browsers of one account. */
export const PUSH_BROWSERS_MAX = 20;
export const PUSH_NAME_MAX_LENGTH = 80;

/** What the service worker shows. Addresses are paths of the portal. */
export interface PushMessage {
	title: string;
	body: string;
	/** A later message with the same tag replaces this one. */
	tag: string;
	/** Where a click leads. */
	url: string;
	picture?: string;
	/** It takes the place of another without a sound. */
	quiet?: boolean;
	/** Snoozes the automation for an hour, by POST. */
	snooze?: string;
}
