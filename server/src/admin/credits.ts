import { email } from '@watchword/contract/ids';
import { z } from 'zod';
import { accountOf } from '../accounts/accounts.ts';
import { Refusal } from '../base/failures.ts';
import { newId } from '../base/ids.ts';
import { enter, readBilling } from '../billing/billing.ts';
import { everyLine } from '../billing/statement.ts';
import { verifyLedger } from '../billing/verify.ts';
import { type Command, check } from './command.ts';

const account = { value: 'E', required: true, about: 'the account' };
const today = () => new Date().toISOString().slice(0, 10);

const AMOUNT = 'must be a whole number from 1 to 1000000';

/** The operator's commands for credits, including the check of every balance. */
export const creditCommands: Record<string, Command> = {
	'credits grant': {
		about: 'Adds credits to an account.',
		options: {
			email: account,
			credits: { value: 'N', required: true, about: 'how many, 1 to 1000000' },
			why: { value: 'W', required: true, about: 'the reason, as it stands in the ledger' },
		},
		async run({ database: { db } }, given, print) {
			const wanted = check(
				z.object({
					email,
					credits: z.coerce.number(AMOUNT).int(AMOUNT).min(1, AMOUNT).max(1_000_000, AMOUNT),
					why: z.string().trim().min(1).max(200),
				}),
				given,
			);
			const uid = await accountOf(db, wanted.email);
			const { credits, why } = wanted;
			await db.transaction((tx) => enter(tx, { uid, kind: 'grant', credits, reference: newId(), why }));
			print(`Added ${credits} credits. Balance: ${(await readBilling(db, uid)).creditBalance} credits.`);
		},
	},
	'credits statement': {
		about: 'Prints where the credits of an account came from and went, by day.',
		options: {
			email: account,
			from: { value: 'DAY', required: false, about: 'such as 2026-01-31; the first of this month' },
			to: { value: 'DAY', required: false, about: 'the last day; today' },
			zone: { value: 'Z', required: false, about: 'whose days, such as Europe/Berlin; UTC' },
		},
		async run({ database: { db } }, given, print) {
			const day = z.iso.date('must be a day such as 2026-01-31');
			const wanted = check(
				z.object({
					email,
					from: day.default(`${today().slice(0, 8)}01`),
					to: day.default(today()),
					zone: z.string().default('UTC'),
				}),
				given,
			);
			const { email: address, ...filter } = wanted;
			const uid = await accountOf(db, address);
			for await (const { day, kind, credits, runs, automation, why } of everyLine(db, uid, filter)) {
				const what = automation ? `${automation.name ?? automation.id} (${runs} runs)` : why;
				print(`${day}  ${String(credits).padStart(8)}  ${kind.padEnd(8)}  ${what}`.trimEnd());
			}
			print(`Balance: ${(await readBilling(db, uid)).creditBalance} credits.`);
		},
	},
	'ledger verify': {
		about: 'Adds up every balance again and names any difference.',
		options: {},
		async run({ database: { db } }, _given, print) {
			const { users, entries, differences } = await verifyLedger(db);
			for (const difference of differences) print(difference);
			if (differences.length > 0) {
				throw new Refusal('internal', `${differences.length} differences in ${entries} entries.`);
			}
			print(`Every balance is the sum of its entries: ${entries} entries of ${users} accounts.`);
		},
	},
};
