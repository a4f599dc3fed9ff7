/** Push messages to browsers: names and limits. Free of packages, so that the portal carries no schema library for them. */

/** The most browsers of one account. */
export const PUSH_BROWSERS_MAX = 20;
export const PUSH_NAME_MAX_LENGTH = 80;

/** What the service worker shows. Addresses are paths of the portal. */
export interface PushMessage {
	title: string;
	body: string;
	/** A later message with the same tag takes the place of this one. */
	tag: string;
	/** Where a click leads. */
	url: string;
	picture?: string;
	/** Snoozes the automation for an hour, by POST. */
	snooze?: string;
}
