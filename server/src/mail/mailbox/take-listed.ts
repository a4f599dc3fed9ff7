/** What becomes of one mail of the mailbox. */
import type { Content, Spool } from '../../base/incoming.ts';
import { mailsIn } from '../../base/metrics.ts';
import type { MailboxSettings } from '../../settings/mail.ts';
import { type Addressee, findAddressee, type Hindrance } from '../addressees.ts';
import { mailDigest, mailKey } from '../mail-key.ts';
import { isOurMail } from '../reading/answerable.ts';
import { type TakingNeeds, takeMail } from '../take-mail.ts';
import { type Listed, type MailboxConnection, MailGone } from './connection.ts';
import { type HeadOfMail, readHead } from './recipients.ts';
import { rememberTaken, takenBefore } from './state.ts';

/** How long a mail waits in the mailbox for an automation that takes none now, as long as mail servers try again. */
const MAX_WAIT_MS = 5 * 24 * 60 * 60_000;

export interface MailboxNeeds extends TakingNeeds {
	spool: Spool;
	mailbox: MailboxSettings;
	/** The domain of our own mails, and how our addresses look. */
	own: { mailDomain: string; mailAddress: string };
	maxBytes: number;
	hindranceOf(addressee: Addressee): Promise<Hindrance | null>;
}

/**
 * `left`: it is none of ours, and stays as it is. `taken`: its runs are queued. `waits`: somebody takes it later. `skipped`: it is
 * for one of us and will never be taken; `why` continues a sentence about it.
 */
export type Outcome = { is: 'left' | 'taken' | 'waits' } | { is: 'skipped'; why: string };

interface For {
	address: string;
	addressee: Addressee;
}

export async function takeListed(
	needs: MailboxNeeds,
	connection: MailboxConnection,
	{ uid, size, arrived, head }: Listed,
	/** The addresses of ours that have it already, to which this adds: for them it is not fetched again while others wait. */
	taken: Set<string>,
): Promise<Outcome> {
	const named = readHead(head, needs.own.mailAddress);
	const known = await addresseesOf(needs, named);
	if (known.length === 0) {
		if (named.recipients.length > 0) mailsIn.inc({ answer: 'unknown address' });
		return { is: 'left' };
	}
	if (size > needs.maxBytes) return tooLarge(needs, size);
	const missing = known.filter(({ address }) => !taken.has(address));
	const { open, hindered } = await whoTakes(needs, missing);
	if (open.length > 0) {
		const mail = await download(needs, connection, uid);
		if (mail === 'too large') return tooLarge(needs, needs.maxBytes);
		if (mail === null) return { is: 'left' };
		try {
			await store(needs, open, named.sender, mail.content);
			for (const { address } of open) taken.add(address);
		} finally {
			mail.drop();
		}
	}
	if (!hindered) return { is: 'taken' };
	if (Date.now() - arrived.getTime() < MAX_WAIT_MS) return { is: 'waits' };
	return {
		is: 'skipped',
		why: 'waited for five days for credits, or for an automation that got too much mail',
	};
}

async function addresseesOf(needs: MailboxNeeds, { recipients }: HeadOfMail): Promise<For[]> {
	const found = await Promise.all(
		recipients.map(async ({ address, id }) => ({ address, addressee: await findAddressee(needs.db, id) })),
	);
	return found.filter((one): one is For => one.addressee !== null && !one.addressee.disabled);
}

async function whoTakes(needs: MailboxNeeds, known: For[]): Promise<{ open: For[]; hindered: boolean }> {
	const hindrances = await Promise.all(known.map(({ addressee }) => needs.hindranceOf(addressee)));
	return {
		open: known.filter((_one, index) => hindrances[index] === null),
		hindered: hindrances.some((hindrance) => hindrance !== null),
	};
}

function tooLarge({ maxBytes }: MailboxNeeds, size: number): Outcome {
	mailsIn.inc({ answer: 'too large' });
	const mb = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
	return { is: 'skipped', why: `has ${mb(size)} MB, and a mail may have ${mb(maxBytes)} (MAIL_MAX_MB)` };
}

/** The whole mail; null if somebody removed it meanwhile. The size that a server names may be wrong. */
async function download({ spool, maxBytes }: MailboxNeeds, connection: MailboxConnection, uid: number) {
	let bytes = 0;
	async function* fitting() {
		for await (const piece of connection.read(uid)) {
			bytes += piece.length;
			if (bytes > maxBytes) return;
			yield piece;
		}
	}
	const mail = await spool.keep(fitting()).catch((error: unknown) => {
		if (error instanceof MailGone) return null;
		throw error;
	});
	if (mail === null || (bytes > 0 && bytes <= maxBytes)) return mail;
	mail.drop();
	return bytes > maxBytes ? 'too large' : null;
}

async function store(needs: MailboxNeeds, open: For[], sender: string, content: Content): Promise<void> {
	// A mail of ours that came back is done: it must not start a run.
	if (isOurMail(content, needs.own.mailDomain)) return;
	const digest = await mailDigest(content);
	const keyOf = ({ addressee }: For) =>
		mailKey('device' in addressee ? addressee.device.id : addressee.id, digest);
	const before = await takenBefore(needs.db, open.map(keyOf));
	for (const one of open.filter((some) => !before.has(keyOf(some)))) {
		const { addressee, address: recipient } = one;
		const envelope = { sender, recipient, remote_address: '', helo: '' };
		const trusted_host = needs.mailbox.authserv ?? '';
		await takeMail(needs, addressee, { content, digest }, { ...envelope, trusted_host });
		const owner = 'device' in addressee ? addressee.device._owner : addressee._owner;
		await rememberTaken(needs.db, keyOf(one), owner);
		mailsIn.inc({ answer: 'taken' });
	}
}
