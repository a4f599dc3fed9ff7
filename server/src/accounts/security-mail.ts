import type { TokenScope } from '@watchword/contract/token';
import { plainMail } from '../base/html.ts';
import type { Db } from '../ports/database.ts';
import type { Mail, Mailer } from '../ports/mailer.ts';
import type { Job } from '../ports/queue.ts';
import { type Owner, ownerOf } from './standing.ts';

/** Events that the owner always gets a mail about, even if other mails are turned off. */
export type SecurityNotice =
	| { what: 'password-changed' }
	| { what: 'sso-linked'; provider: string }
	| { what: 'sso-unlinked' }
	| { what: 'factor-added' | 'factor-removed' | 'factor-reset' | 'recovery-codes-renewed' }
	| { what: 'recovery-code-used'; left: number }
	| { what: 'wrong-codes'; address: string }
	| { what: 'new-browser'; browser: string; address: string }
	| { what: 'device-added' | 'device-key'; device: string }
	| { what: 'token-added'; name: string; scopes: TokenScope[] }
	| { what: 'passkey-added' | 'passkey-removed'; name: string };

declare module '../ports/queue.ts' {
	interface Jobs {
		/** Something happened to an account. Its owner gets a mail, in case somebody else did it. */
		'security-mail': { uid: string; notice: SecurityNotice };
	}
}

interface Needs {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
	supportEmail: string;
}

export const securityMail: Job<'security-mail', Needs> = {
	async handle(needs, { uid, notice }) {
		const owner = await ownerOf(needs.db, uid);
		if (owner) await needs.mailer.send(write(owner, notice, needs));
	},
};

/** It says what to do if somebody else made the change. */
function write({ email, name }: Owner, notice: SecurityNotice, { publicUrl, supportEmail }: Needs): Mail {
	const { subject, words, advice = SET_NEW_PASSWORD, passwordHelps = true } = describe(notice, supportEmail);
	const newPassword = { link: `${publicUrl}/resetpassword`, words: 'Set a new password' };
	return plainMail(email, subject, [
		`Hello ${name},`,
		words,
		advice,
		...(passwordHelps ? [newPassword] : []),
	]);
}

const SET_NEW_PASSWORD =
	'If it was you, there is nothing to do. If it was not, set a new password: that signs out every browser.';

interface Described {
	subject: string;
	words: string;
	/** What to do, if a new password is not enough. */
	advice?: string;
	/** False if a new password does not help. */
	passwordHelps?: boolean;
}

function describe(notice: SecurityNotice, supportEmail: string): Described {
	switch (notice.what) {
		case 'password-changed':
			return {
				subject: 'Your Watchword password was changed',
				words: 'The password of your Watchword account was changed, and every other browser was signed out.',
			};
		case 'sso-linked':
			return {
				subject: 'Single sign-on was linked to your Watchword account',
				words: `Someone signed in with ${notice.provider}, where your address is verified. That account there now opens your Watchword account.`,
				advice: `If it was you, there is nothing to do. If it was not, write to ${supportEmail} at once: a new password does not end this.`,
				passwordHelps: false,
			};
		case 'sso-unlinked':
			return {
				subject: 'Support has unlinked single sign-on from your Watchword account',
				words:
					'Support has unlinked single sign-on from your Watchword account and signed out every browser. Whoever signs in there next, with your verified address, is linked again, and you get a mail about it.',
				advice: `If you did not ask for this, write to ${supportEmail}.`,
				passwordHelps: false,
			};
		case 'factor-added':
			return {
				subject: 'Two-step sign-in is on',
				words:
					'Two-step sign-in was turned on for your Watchword account: a new browser now needs a code of your app beside the password. Keep the recovery codes in a safe place.',
			};
		case 'factor-removed':
			return {
				subject: 'Two-step sign-in is off',
				words:
					'Two-step sign-in was turned off for your Watchword account. The password alone is enough to sign in.',
			};
		case 'factor-reset':
			return {
				subject: 'Support has reset your two-step sign-in',
				words:
					'Support has turned two-step sign-in off for your Watchword account. Your app, your recovery codes and your trusted browsers are forgotten. You can set it up again on the Account screen.',
				advice: `If you did not ask for this, write to ${supportEmail} at once, and set a new password: that signs out every browser.`,
			};
		case 'recovery-codes-renewed':
			return {
				subject: 'You have new recovery codes',
				words:
					'New recovery codes were made for your Watchword account. The ones before do not work any more.',
			};
		case 'recovery-code-used':
			return {
				subject: 'A recovery code was used to sign in to Watchword',
				words: `Someone signed in to your account with your password and one of your recovery codes. You have ${notice.left} left.${notice.left < 3 ? ' You can make new ones on the Account screen.' : ''}`,
			};
		case 'wrong-codes':
			return {
				subject: 'Someone knows your Watchword password',
				words: `Someone entered your password and then several wrong codes, from the address ${notice.address}. They are not signed in.`,
			};
		case 'new-browser':
			return {
				subject: 'A new browser signed in to Watchword',
				words: `A browser that was not used before signed in to your account, from the address ${notice.address}. It calls itself "${notice.browser}".`,
			};
		case 'device-added':
			return {
				subject: 'A camera was added to your Watchword account',
				words: `The camera "${notice.device}" was added to your account and may now send pictures to it. You can remove it on the Devices screen.`,
			};
		case 'device-key':
			return {
				subject: 'A camera of yours has a new key',
				words: `The camera "${notice.device}" has a new key. The old key does not work any more.`,
			};
		case 'token-added':
			return {
				subject: 'An API token was made for your Watchword account',
				words: `The API token "${notice.name}" was made. Whoever has it can use your account from a program, within its scopes: ${notice.scopes.join(', ')}. A new password does not end it: revoke it on the Account screen.`,
			};
		case 'passkey-added':
			return {
				subject: 'A passkey was added to your Watchword account',
				words: `The passkey "${notice.name}" was added. Whoever holds it can sign in to your account without the password. A new password does not remove it: remove it on the Account screen.`,
			};
		case 'passkey-removed':
			return {
				subject: 'A passkey of your Watchword account was removed',
				words: `The passkey "${notice.name}" was removed. It no longer opens your account.`,
			};
	}
}
