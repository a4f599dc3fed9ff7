import { password } from '@watchword/contract/account';
import { PAIRING_MINUTES } from '@watchword/contract/constants';
import { email } from '@watchword/contract/ids';
import { z } from 'zod';
import { accountOf, addAccount, listAccounts } from '../accounts/accounts.ts';
import { noteEvent } from '../accounts/history.ts';
import { refuseWeakPassword } from '../accounts/passwords/password-strength.ts';
import { mailResetLink } from '../accounts/passwords/reset-link.ts';
import { removeSecondFactor } from '../accounts/second-factor/second-factor.ts';
import { unlink } from '../accounts/single-sign-on/sso.ts';
import {
	ACCOUNT_DISABLED,
	disableAccount,
	enableAccount,
	endAllSessions,
	isDisabled,
} from '../accounts/standing.ts';
import { causesOf, Refusal } from '../base/failures.ts';
import { commandLine } from '../base/release.ts';
import { startPairing } from '../devices/pairing.ts';
import { recallRuns } from '../engine/lease.ts';
import type { Db } from '../ports/database.ts';
import type { Queue } from '../ports/queue.ts';
import { eraseAccount } from '../start/erase.ts';
import { type Command, check } from './command.ts';

const account = { value: 'E', required: true, about: 'the account' };

async function find(db: Db, given: Record<string, string | undefined>) {
	const { email: address } = check(z.object({ email }), given);
	return { address, uid: await accountOf(db, address) };
}

/** Removes a sign-in method from an account. If it had one, the history says so, and the owner gets a mail. */
function forget(
	{ db, queue }: { db: Db; queue: Queue },
	uid: string,
	what: 'factor-reset' | 'sso-unlinked',
	remove: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
	return db.transaction(async (tx: Db) => {
		const had = await remove(tx);
		if (had) {
			await noteEvent(tx, uid, what);
			await queue.send(tx, 'security-mail', { uid, notice: { what } });
		}
		return had;
	});
}

const day = (at: Date) => at.toISOString().slice(0, 10);

/** The notes after an account in the list: how it signs in, when it was used, and what is special about it. */
function notesOf(account: Awaited<ReturnType<typeof listAccounts>>[number]): string[] {
	const { disabledAt, leavesAt, lastUsed, lastSignIn, password, sso, passkeys, app } = account;
	const ways = [
		...(password ? ['password'] : []),
		...(app ? ['authenticator app'] : []),
		...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
		...(sso ? ['single sign-on'] : []),
	];
	return [
		...(disabledAt ? [`disabled since ${day(disabledAt)}`] : []),
		...(leavesAt ? [`deleted on ${day(leavesAt)}`] : []),
		`signs in with ${ways.join(', ') || 'nothing yet'}`,
		lastSignIn ? `last sign-in ${day(lastSignIn)}` : 'never signed in',
		...(lastUsed ? [`last used ${day(lastUsed)}`] : []),
	];
}

/** The operator's commands for customers. */
export const customerCommands: Record<string, Command> = {
	'user add': {
		about: 'Adds an account. Without a password, a link to set one is mailed.',
		options: {
			email: { value: 'E', required: true, about: 'the address to sign in with' },
			name: { value: 'N', required: true, about: 'the name shown in the portal' },
			password: {
				value: 'P',
				required: false,
				about: 'at least 12 characters, not a common one; others can see it in the process list',
			},
		},
		async run({ database, queue, mailer, places }, given, print) {
			const account = check(
				z.object({ email, name: z.string().trim().min(1).max(200), password: password.optional() }),
				given,
			);
			if (account.password) await refuseWeakPassword(account.password, account);
			const uid = await addAccount(database.db, { ...account, password: account.password ?? null });
			const added = `Added ${account.email} (${uid}).`;
			if (account.password) {
				print(`${added} It can sign in now.`);
				return;
			}
			try {
				await mailResetLink({ db: database.db, mailer, publicUrl: places.publicUrl }, account.email);
				print(
					`${added} A mail with a link to set the password was ${mailer.describe}; the link works for an hour.`,
				);
			} catch (error) {
				await queue.send(database.db, 'password-reset', { email: account.email });
				const why = causesOf(error).map(({ message }) => message);
				print(
					`${added} The link to set the password could not be mailed, and the server tries it again for an hour. ${why.join(' ')}`,
				);
			}
		},
	},
	'user list': {
		about: 'Lists the accounts, with how each signs in and when it was last used.',
		options: {},
		async run({ database }, _given, print) {
			const accounts = await listAccounts(database.db);
			if (accounts.length === 0)
				print(`No accounts. Add one with: ${commandLine('admin')} user add --email E --name N`);
			for (const account of accounts) {
				const { uid, email, name, createdAt } = account;
				print(`${uid}  ${day(createdAt)}  ${email}  ${name}  (${notesOf(account).join('; ')})`);
			}
		},
	},
	'user sign-out': {
		about: 'Signs an account out of every browser.',
		options: { email: account },
		async run({ database: { db } }, given, print) {
			const { uid, address } = await find(db, given);
			const ended = await db.transaction(async (tx) => {
				await noteEvent(tx, uid, 'session-ended', { how: 'operator' });
				return endAllSessions(tx, uid);
			});
			print(`Signed ${address} out of ${ended} ${ended === 1 ? 'browser' : 'browsers'}.`);
		},
	},
	'user reset-factor': {
		about: 'Turns off two-step sign-in of an account whose owner has lost the app and the recovery codes.',
		options: { email: account },
		async run({ database: { db }, queue }, given, print) {
			const { uid, address } = await find(db, given);
			const had = await forget({ db, queue }, uid, 'factor-reset', (tx) => removeSecondFactor(tx, uid));
			print(
				had
					? `Turned off two-step sign-in of ${address}. App, recovery codes and trusted browsers are forgotten; the owner gets a mail.`
					: `${address} has no two-step sign-in.`,
			);
		},
	},
	'user unlink': {
		about:
			'Forgets who signs in to an account by single sign-on, and signs it out of every browser. The next such sign-in with its address links it anew.',
		options: { email: account },
		async run({ database: { db }, queue }, given, print) {
			const { uid, address } = await find(db, given);
			const had = await forget({ db, queue }, uid, 'sso-unlinked', async (tx) => {
				const had = await unlink(tx, uid);
				if (had) await endAllSessions(tx, uid);
				return had;
			});
			print(
				had
					? `Unlinked ${address} from single sign-on and signed it out of every browser; the owner gets a mail.`
					: `${address} is not linked to anyone at the provider.`,
			);
		},
	},
	'user disable': {
		about: 'Keeps an account from being used, until it is enabled again. Nothing is removed.',
		options: { email: account },
		async run({ database: { db } }, given, print) {
			const { uid, address } = await find(db, given);
			await db.transaction(async (tx) => {
				await disableAccount(tx, uid);
				await noteEvent(tx, uid, 'disabled');
			});
			await recallRuns(db, uid);
			print(
				`Disabled ${address}. It is signed out and cannot sign in, its cameras and its mail are refused, and its runs are skipped. To undo it: ${commandLine('admin')} user enable --email ${address}`,
			);
		},
	},
	'user enable': {
		about: 'Lets a disabled account be used again.',
		options: { email: account },
		async run({ database: { db } }, given, print) {
			const { uid, address } = await find(db, given);
			await db.transaction(async (tx) => {
				await enableAccount(tx, uid);
				await noteEvent(tx, uid, 'enabled');
			});
			print(`Enabled ${address}. It can sign in, and its cameras, mail and schedules work again.`);
		},
	},
	'user remove': {
		about:
			'Erases an account and everything of it, for good. Entries of the ledger stay, without the person.',
		options: { email: account },
		async run({ database: { db }, objects, queue }, given, print) {
			const { uid, address } = await find(db, given);
			await eraseAccount({ db, objects, queue }, uid);
			print(
				`Removed ${address} with its cameras, automations, runs and files. Its entries in the ledger stay and name nobody. Backups and sent mails are not touched.`,
			);
		},
	},
	'device add': {
		about: 'Gives a code by which a camera becomes a device of an account.',
		options: { email: account },
		async run({ database, places }, given, print) {
			const { uid } = await find(database.db, given);
			if (await isDisabled(database.db, uid)) throw new Refusal('permission-denied', ACCOUNT_DISABLED);
			const { code, url } = await startPairing(database.db, uid, places);
			print(`Pairing code ${code}, valid once, for ${PAIRING_MINUTES} minutes.`);
			print(`  On a phone:       ${url}`);
			print(`  In a terminal:    ${commandLine('camera')} --code ${code}`);
		},
	},
};
