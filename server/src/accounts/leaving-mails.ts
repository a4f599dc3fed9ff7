import { and, eq, isNull } from 'drizzle-orm';
import { plainMail } from '../base/html.ts';
import type { Db } from '../ports/database.ts';
import type { Mail, Mailer } from '../ports/mailer.ts';
import type { Job } from '../ports/queue.ts';
import { KEEP_PATH, keepToken } from './leaving.ts';
import type { Owner } from './standing.ts';
import { users } from './tables.ts';

declare module '../ports/queue.ts' {
	interface Jobs {
		/** The owner asked for the deletion of the account, or it happens tomorrow; `on` is its instant, ISO 8601. */
		'leaving-mail': { uid: string; on: string; isReminder: boolean };
		/** An account was deleted, as its owner asked. */
		'farewell-mail': { email: string; name: string };
	}
}

interface Needs {
	db: Db;
	mailer: Mailer;
	publicUrl: string;
}

/** The mail at the start of the waiting time, or the reminder before its end. Not sent if the account is kept. */
export const leavingMail: Job<'leaving-mail', Needs> = {
	async handle({ db, mailer, publicUrl }, { uid, on, isReminder }) {
		const [owner] = await db
			.select({ email: users.email, name: users.name, zone: users.zone, alert_zone: users.alert_zone })
			.from(users)
			.where(and(eq(users.id, uid), eq(users.leaves_at, new Date(on)), isNull(users.disabled_at)));
		if (!owner) return;
		const link = `${publicUrl}${KEEP_PATH}/${await keepToken(db, uid, on)}`;
		const zone = owner.zone ?? owner.alert_zone;
		const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
		await mailer.send(
			write(owner, {
				day: `${when.format(new Date(on))} (${zone.replaceAll('_', ' ')})`,
				link,
				isReminder,
				publicUrl,
			}),
		);
	},
};

interface Leaving {
	/** In words, in the owner's zone. */
	day: string;
	/** Keeps the account. */
	link: string;
	isReminder: boolean;
	publicUrl: string;
}

function write({ email, name }: Owner, { day, link, isReminder, publicUrl }: Leaving): Mail {
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

/** The last mail. */
export const farewellMail: Job<'farewell-mail', Needs> = {
	handle: ({ mailer }, { email, name }) =>
		mailer.send(
			plainMail(email, 'Your Watchword account was deleted', [
				`Hello ${name},`,
				'Your Watchword account was deleted, with its cameras, pictures, automations, runs and saved files. Only amounts of credits are kept, without your name.',
				'This is the last mail that you get from us. Thank you for having been here.',
			]),
		),
};
