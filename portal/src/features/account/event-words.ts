import type { AccountEvent, AccountEventName } from '@watchword/contract/account-event';
import { dateOf } from '../../lib/time.ts';
import { browserInWords } from './browser.ts';

type Details = AccountEvent['details'];

const SIGNED_IN: Record<string, string> = {
	password: 'Signed in with the password.',
	passkey: 'Signed in with a passkey.',
	sso: 'Signed in with single sign-on.',
	link: 'Signed in with the link of the demo.',
};

/** Failed sign-ins by the method that was tried. */
const FAILED: Record<string, string> = {
	password: 'Someone tried to sign in with a wrong password',
	code: 'Someone entered the right password, but a wrong code',
	'recovery code': 'Someone entered the right password, but a wrong recovery code',
	passkey: 'Someone tried to sign in with a passkey that was refused',
	sso: 'Someone tried to sign in with single sign-on and was refused',
};

const ENDED: Record<string, string> = {
	others: 'Every other browser was signed out.',
	operator: 'Support signed out every browser.',
};

const quoted = ({ name }: Details) => (name ? ` “${name}”` : '');
const named = ({ name }: Details) => (name ? ` to ${name}` : '');

const WORDS: Record<AccountEventName, (details: Details) => string> = {
	'signed-in': ({ how = '' }) => SIGNED_IN[how] ?? 'Signed in.',
	'sign-in-failed': ({ how = '', times = 1 }) =>
		`${FAILED[how] ?? 'Someone tried to sign in and failed'}${times > 1 ? `, ${times.toLocaleString()} times` : ''}.`,
	'session-ended': ({ how = '', name }) =>
		ENDED[how] ?? `${name ? browserInWords(name) : 'A browser'} was signed out.`,
	'password-changed': ({ how }) =>
		how === 'reset' ? 'The password was set with a mailed link.' : 'The password was changed.',
	'factor-added': () => 'Two-step sign-in was turned on.',
	'factor-removed': () => 'Two-step sign-in was turned off.',
	'factor-reset': () => 'Support turned two-step sign-in off.',
	'recovery-code-used': () => 'A recovery code was used.',
	'recovery-codes-renewed': () => 'New recovery codes were made. The earlier ones stopped working.',
	'passkey-added': (details) => `The passkey${quoted(details)} was added.`,
	'passkey-removed': (details) => `The passkey${quoted(details)} was removed.`,
	'sso-linked': () => 'Single sign-on was linked to the account.',
	'sso-unlinked': () => 'Support unlinked single sign-on and signed out every browser.',
	'address-asked': (details) => `A change of the email address${named(details)} was asked for.`,
	'address-changed': (details) => `The email address was changed${named(details)}.`,
	'device-added': (details) => `The camera${quoted(details)} was added.`,
	'device-key': (details) => `The camera${quoted(details)} got a new key.`,
	'token-added': (details) => `The API token${quoted(details)} was made.`,
	'token-revoked': (details) => `The API token${quoted(details)} was revoked.`,
	'webhook-added': (details) => `A webhook${named(details)} was added.`,
	'webhook-removed': (details) => `A webhook${named(details)} was removed.`,
	'webhook-secret': (details) => `A webhook${named(details)} got a new secret.`,
	'channel-added': (details) => `The channel${quoted(details)} was added.`,
	'channel-changed': (details) => `The channel${quoted(details)} leads somewhere else.`,
	'channel-removed': (details) => `The channel${quoted(details)} was removed.`,
	'presence-link': () => 'The link that switches between home and away was renewed.',
	shared: (details) => `A moment${quoted(details)} was shared by a link.`,
	'share-revoked': ({ name, times = 1 }) =>
		times > 1
			? `${times.toLocaleString()} links to shared moments were revoked.`
			: `The link to a shared moment${quoted({ name })} was revoked.`,
	exported: () => 'A file with all data of the account was asked for.',
	leaving: ({ on }) =>
		`The account is to be deleted${on ? ` on ${dateOf(Date.parse(on))}` : ''}. You can still keep it.`,
	stayed: () => 'The deletion of the account was taken back.',
	disabled: () => 'Support disabled the account.',
	enabled: () => 'Support enabled the account again.',
};

/** One sentence about what happened. A newer server may know events that this portal does not. */
export const eventInWords = ({ what, details }: Pick<AccountEvent, 'what' | 'details'>): string =>
	WORDS[what]?.(details) ?? 'Something about the account was changed.';

/** Whether its owner should check it. */
export const isAlarming = ({ what }: Pick<AccountEvent, 'what'>) => what === 'sign-in-failed';

const BY_OPERATOR: AccountEventName[] = ['disabled', 'enabled', 'factor-reset', 'sso-unlinked'];

/** Its source if no address is known. */
export function sourceInWords({ what, details }: Pick<AccountEvent, 'what' | 'details'>): string | null {
	if (what === 'sign-in-failed') return 'From several other addresses';
	if (details.how === 'operator' || BY_OPERATOR.includes(what)) return null;
	return 'By Watchword itself';
}
