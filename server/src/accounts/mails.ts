import { ADDRESS_CHANGE_HOURS } from '@watchword/contract/constants';
import { plainMail } from '../base/html.ts';
import type { Mail } from '../ports/mailer.ts';
import type { SecurityNotice } from '../ports/queue.ts';

interface Addressee {
	email: string;
	name: string;
}

export function resetMail({ email, name }: Addressee, link: string): Mail {
	return plainMail(email, 'Set your Watchword password', [
		`Hello ${name},`,
		'Someone, hopefully you, asked to set the password of your Watchword account. This link does it. It works once, within the next hour.',
		{ link, words: 'Set your password' },
		'If it was not you, do nothing: your password stays as it is.',
	]);
}

/** For a new account without a password: this mail may be the first its owner hears of it. */
export function firstPasswordMail({ email, name }: Addressee, link: string, publicUrl: string): Mail {
	return plainMail(email, 'Set your Watchword password', [
		`Hello ${name},`,
		'You have a Watchword account. It has no password yet: this link sets one. It works once, within the next hour.',
		{ link, words: 'Set your password' },
		{ link: `${publicUrl}/resetpassword`, words: 'Later, ask for a new link' },
		'If you do not know what this is about, do nothing.',
	]);
}

interface Leaving {
	/** In words, in the owner's zone. */
	day: string;
	/** Keeps the account. */
	link: string;
	isReminder: boolean;
	publicUrl: string;
}

/** The mail about the coming deletion of an account, with the link that keeps it. */
export function leavingMail({ email, name }: Addressee, { day, link, isReminder, publicUrl }: Leaving): Mail {
	return plainMail(
		email,
		isReminder
			? 'Your Watchword account is deleted tomorrow'
			: 'Your Watchword account is going to be deleted',
		[
			`Hello ${name},`,
			isReminder
				? `Your Watchword account is deleted on ${day}, as you asked.`
				: `You asked for the deletion of your Watchword account. It is deleted on ${day}. Until then your cameras and automations go on, and you can export your data. API tokens, feeds, shared links and the home or away link have stopped; they work again if you keep the account.`,
			'Then all of it goes: cameras, pictures, automations, runs, saved files and the credits that are left. It cannot be brought back.',
			{ link, words: 'Keep my account' },
			'If it was not you who asked, keep the account with this link and set a new password: that signs out every browser.',
			{ link: `${publicUrl}/resetpassword`, words: 'Set a new password' },
		],
	);
}

/** The last mail, after the account is deleted. */
export function farewellMail({ email, name }: Addressee): Mail {
	return plainMail(email, 'Your Watchword account was deleted', [
		`Hello ${name},`,
		'Your Watchword account was deleted, with its cameras, pictures, automations, runs and saved files. Only amounts of credits are kept, without your name.',
		'This is the last mail that you get from us. Thank you for having been here.',
	]);
}

/** To the current address of the account. */
export function oldAddressMail({ email, name }: Addressee, wanted: string, link: string): Mail {
	return plainMail(email, 'Change the address of your Watchword account?', [
		`Hello ${name},`,
		`Someone, hopefully you, asked to change the address of your Watchword account from ${email} to ${wanted}. It changes once both addresses have agreed, within the next ${ADDRESS_CHANGE_HOURS} hours.`,
		{ link, words: 'Agree, or stop the change' },
		'If it was not you, stop the change and set a new password: whoever asked for it knows yours.',
	]);
}

/** To the wanted address. It may belong to a stranger, so the mail contains no text that the customer could have written. */
export function newAddressMail(to: string, old: string, link: string): Mail {
	return plainMail(to, 'Use this address for a Watchword account?', [
		'Hello,',
		`Someone, hopefully you, wants to use this address for the Watchword account that has the address ${old}. It changes once both addresses have agreed, within the next ${ADDRESS_CHANGE_HOURS} hours.`,
		{ link, words: 'Agree, or stop the change' },
		'If it was not you, do nothing.',
	]);
}

/** To the wanted address instead, if it already has an account. */
export function takenAddressMail(to: string, old: string): Mail {
	return plainMail(to, 'This address has a Watchword account already', [
		'Hello,',
		`Someone wants to use this address for the Watchword account that has the address ${old}. It cannot be done, because this address has an account of its own. Nothing was changed.`,
		'If it was you, choose another address, or delete the account of this one first. If it was not you, there is nothing to do.',
	]);
}

/** To the previous address of the account. */
export function addressChangedMail(to: string, now: Addressee, supportEmail: string): Mail {
	return plainMail(to, 'The address of your Watchword account was changed', [
		`Hello ${now.name},`,
		`Your Watchword account has the address ${now.email} from now on, after both addresses agreed. This address can neither sign in nor set a new password any more.`,
		`If it was you, there is nothing to do. If it was not, write to ${supportEmail} at once.`,
	]);
}

/** The mail about a change to the account's security. It says what to do if somebody else made the change. */
export function securityMail(
	{ email, name }: Addressee,
	notice: SecurityNotice,
	{ publicUrl, supportEmail }: { publicUrl: string; supportEmail: string },
): Mail {
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
