import { Resolver as MachineDns } from 'node:dns/promises';
import { bytesOf, type Content, inLargeTurn } from '../../base/incoming.ts';
import type { Resolver } from '../../ports/resolver.ts';
import type { MailChecks, mails } from '../tables.ts';
import type { DnsAnswer, DnsAnswers, Provisional } from './authenticate.ts';
import { parseFields, splitHead } from './header.ts';
import { readPolicies, readSignatures } from './reader.ts';
import { trustedResults } from './trusted-results.ts';

/** The time for all DNS questions of one mail. Reading the mail has its own limit. */
const DNS_LIMIT_MS = 10_000;
const MAX_QUESTIONS = 50;
/** Longer headers are not checked. */
const MAX_HEAD = 64 * 1024;

export const UNCHECKED: MailChecks = {
	spf: 'none',
	dkim: 'none',
	dmarc: 'none',
	envelopeDomain: null,
	fromDomains: [],
	temporary: false,
};

const UNSIGNED = { dkim: 'none', signers: [], from: [], fromFields: 0 };

interface Needs {
	/** If null, the resolver of the machine is used. */
	resolve: Resolver | null;
	mailDomain: string;
}

/** Checks whether a mail is really from its stated sender. If the result is `temporary`, it can be checked again later. */
export async function checkSender(
	{ resolve, mailDomain }: Needs,
	mail: Pick<typeof mails.$inferSelect, '_owner' | 'sender' | 'remote_address' | 'helo' | 'trusted_host'>,
	raw: Content,
	limitMs = DNS_LIMIT_MS,
): Promise<MailChecks> {
	const envelopeDomain = domainOf(mail.sender);
	if (mail.trusted_host !== null) return checkedByHost(mail.trusted_host, envelopeDomain, raw);
	const envelope = {
		ip: mail.remote_address.replace(/^::ffff:/, ''),
		helo: mail.helo,
		sender: mail.sender,
		mta: mailDomain,
	};
	const dns = askWithin(resolve ?? machineResolver(), limitMs);
	try {
		// If checking the signatures takes too much time or memory, the mail counts as not signed.
		const signed = await complete(dns, (answers) =>
			inLargeTurn(mail._owner, raw.length, () => readSignatures(raw, answers)),
		).catch(() => UNSIGNED);
		const policies = await complete(dns, (answers) => readPolicies(envelope, signed, answers));
		const { spf, dmarc } = policies;
		const temporary = [spf, signed.dkim, dmarc].includes('temperror');
		return {
			spf,
			dkim: signed.dkim,
			// As long as DNS has not answered about a signature or the sender, DMARC may still pass.
			dmarc: dmarc === 'fail' && temporary ? 'temperror' : dmarc,
			envelopeDomain,
			fromDomains: signed.from.slice(0, 20).map((address) => domainOf(address) ?? ''),
			temporary,
		};
	} catch {
		return { ...UNCHECKED, envelopeDomain };
	}
}

/** Nobody knows who delivered a mail to a mailbox, so only what the host of the mailbox found can confirm its sender. */
async function checkedByHost(host: string, envelopeDomain: string | null, raw: Content): Promise<MailChecks> {
	const beginning = bytesOf(raw, MAX_HEAD);
	// It needs no DNS for what it finds in From.
	const { from, fromFields } = await readSignatures(beginning, {}).catch(() => UNSIGNED);
	const fromDomains = fromFields === 1 ? from.slice(0, 20).map((address) => domainOf(address) ?? '') : [];
	const authorDomain = fromDomains.length === 1 ? (fromDomains[0] ?? null) : null;
	const fields = parseFields(splitHead(beginning).head);
	const results = trustedResults(fields, host, { envelopeDomain, authorDomain });
	return { ...results, envelopeDomain, fromDomains, temporary: false };
}

type Dns = (questions: string[]) => Promise<DnsAnswers>;

/** Reads again with the new answers until there are no new DNS questions. The thread never waits for DNS. */
async function complete<T extends Provisional<object>>(
	dns: Dns,
	read: (answers: DnsAnswers) => Promise<T>,
): Promise<T> {
	const answers: DnsAnswers = {};
	for (;;) {
		const result = await read(answers);
		const fresh = [...new Set(result.wanted)].filter((question) => !(question in answers));
		if (fresh.length === 0 || Object.keys(answers).length > MAX_QUESTIONS) return result;
		Object.assign(answers, await dns(fresh));
	}
}

/** Asks DNS within a total time. Only waiting for DNS counts. A question without an answer by then fails temporarily. */
function askWithin(resolve: Resolver, ms: number): Dns {
	let left = ms;
	return async (questions) => {
		const began = performance.now();
		const { promise: late, resolve: giveUp } = Promise.withResolvers<DnsAnswer>();
		const timer = setTimeout(giveUp, left, { code: 'ETIMEOUT' });
		const answers = questions.map(
			async (question) => [question, await Promise.race([ask(resolve, question), late])] as const,
		);
		const given = Object.fromEntries(await Promise.all(answers));
		clearTimeout(timer);
		left = Math.max(0, left - (performance.now() - began));
		return given;
	};
}

function ask(resolve: Resolver, question: string): Promise<DnsAnswer> {
	const [type = '', name = ''] = question.split(' ');
	return resolve(name, type).then(
		(records) => ({ records }),
		(error: unknown) => ({
			code: error instanceof Error && 'code' in error ? String(error.code) : 'ESERVFAIL',
		}),
	);
}

/** Names that exist in no name server (RFC 6761), such as those of the demo: none is asked. */
const NOWHERE = /\.(test|invalid|localhost)\.?$/i;

function machineResolver(): Resolver {
	const dns = new MachineDns({ timeout: 3000, tries: 2 });
	return async (name, type) => {
		if (NOWHERE.test(name)) throw Object.assign(new Error(`${name} is nowhere`), { code: 'ENOTFOUND' });
		return (await dns.resolve(name, type)) as string[] | string[][];
	};
}

const domainOf = (address: string) => /@([^@]+)$/.exec(address)?.[1]?.toLowerCase() ?? null;
