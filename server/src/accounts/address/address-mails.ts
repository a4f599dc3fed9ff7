import { ADDRESS_CHANGE_HOURS } from '@watchword/contract/constants';
import { plainMail } from '../../base/html.ts';
import type { Db } from '../../ports/database.ts';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import type { Job } from '../../ports/queue.ts';
import { type Owner, ownerOf } from '../standing.ts';
import { makeAddressLinks } from './address-change.ts';
import { addressLink } from './address-page.ts';

declare module '../../ports/queue.ts' {
	interface Jobs {
		/** Someone wants another address for the account: both addresses get a link. */
		'address-mail': { uid: string; email: string };
		/** The account has another address; the old one gets a mail. */
		'address-changed-mail': { uid: string; old: string };
	}
}

interface Needs {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
	supportEmail: string;
}

export const addressMail: Job<'address-mail', Needs> = {
	async handle({ db, mailer, publicUrl }, { uid, email }) {
		const owner = await ownerOf(db, uid);
		const links = owner && (await makeAddressLinks(db, uid, email));
		if (!links) return;
		const newLink = addressLink(publicUrl, links.newToken);
		await mailer.send(
			links.isTaken ? takenAddressMail(email, owner.email) : newAddressMail(email, owner.email, newLink),
		);
		await mailer.send(oldAddressMail(owner, email, addressLink(publicUrl, links.oldToken)));
	},
};

export const addressChangedMail: Job<'address-changed-mail', Needs> = {
	async handle({ db, mailer, supportEmail }, { uid, old }) {
		const owner = await ownerOf(db, uid);
		if (owner) await mailer.send(changedMail(old, owner, supportEmail));
	},
};

/** To the current address of the account. */
function oldAddressMail({ email, name }: Owner, wanted: string, link: string): Mail {
	return plainMail(email, 'Change the address of your Watchword account?', [
		`Hello ${name},`,
		`Someone, hopefully you, asked to change the address of your Watchword account from ${email} to ${wanted}. It changes once both addresses have agreed, within the next ${ADDRESS_CHANGE_HOURS} hours.`,
		{ link, words: 'Agree, or stop the change' },
		'If it was not you, stop the change and set a new password: whoever asked for it knows yours.',
	]);
}

/** To the wanted address. It may belong to a stranger, so the mail contains no text that the customer could have written. */
function newAddressMail(to: string, old: string, link: string): Mail {
	return plainMail(to, 'Use this address for a Watchword account?', [
		'Hello,',
		`Someone, hopefully you, wants to use this address for the Watchword account that has the address ${old}. It changes once both addresses have agreed, within the next ${ADDRESS_CHANGE_HOURS} hours.`,
		{ link, words: 'Agree, or stop the change' },
		'If it was not you, do nothing.',
	]);
}

/** To the wanted address instead, if it already has an account. */
function takenAddressMail(to: string, old: string): Mail {
	return plainMail(to, 'This address has a Watchword account already', [
		'Hello,',
		`Someone wants to use this address for the Watchword account that has the address ${old}. It cannot be done, because this address has an account of its own. Nothing was changed.`,
		'If it was you, choose another address, or delete the account of this one first. If it was not you, there is nothing to do.',
	]);
}

/** To the previous address of the account. */
function changedMail(to: string, now: Owner, supportEmail: string): Mail {
	return plainMail(to, 'The address of your Watchword account was changed', [
		`Hello ${now.name},`,
		`Your Watchword account has the address ${now.email} from now on, after both addresses agreed. This address can neither sign in nor set a new password any more.`,
		`If it was you, there is nothing to do. If it was not, write to ${supportEmail} at once.`,
	]);
}
