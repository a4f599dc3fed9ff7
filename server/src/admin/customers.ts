import { email, password } from '@watchword/contract/account';
import { PAIRING_MINUTES } from '@watchword/contract/constants';
import { z } from 'zod';
import { accountOf, addAccount, listAccounts } from '../accounts/accounts.ts';
import { startPairing } from '../devices/pairing.ts';
import { type Command, check } from './command.ts';

/** What an operator does for a customer. */
export const customerCommands: Record<string, Command> = {
	'user add': {
		about: 'Adds an account. Without a password, a link to set one is mailed.',
		options: {
			email: { value: 'E', required: true, about: 'the address to sign in with' },
			name: { value: 'N', required: true, about: 'the name shown in the portal' },
			password: {
				value: 'P',
				required: false,
				about: 'at least 10 characters; others can see it in the process list',
			},
		},
		async run({ database, identity }, given, print) {
			const account = check(
				z.object({ email, name: z.string().trim().min(1).max(200), password: password.optional() }),
				given,
			);
			const uid = await addAccount(database.db, identity, { ...account, password: account.password ?? null });
			if (!account.password) await identity.api.requestPasswordReset({ body: { email: account.email } });
			const how = account.password
				? 'It can sign in now.'
				: 'A link to set the password was mailed; it works for an hour.';
			print(`Added ${account.email} (${uid}). ${how}`);
		},
	},
	'user list': {
		about: 'Lists the accounts.',
		options: {},
		async run({ database }, _given, print) {
			const accounts = await listAccounts(database.db);
			if (accounts.length === 0)
				print('No accounts. Add one with: npm run admin -- user add --email E --name N');
			for (const { uid, email, name, createdAt } of accounts) {
				print(`${uid}  ${createdAt.toISOString().slice(0, 10)}  ${email}  ${name}`);
			}
		},
	},
	'device add': {
		about: 'Gives a code by which a camera becomes a device of an account.',
		options: { email: { value: 'E', required: true, about: 'the account' } },
		async run({ database, publicUrl }, given, print) {
			const { email: address } = check(z.object({ email }), given);
			const uid = await accountOf(database.db, address);
			const { code, url } = await startPairing(database.db, uid, publicUrl);
			print(`Pairing code ${code}, valid once, for ${PAIRING_MINUTES} minutes.`);
			print(`  On a phone:       ${url}`);
			print(`  In a terminal:    npm run camera -- --code ${code}`);
		},
	},
};
