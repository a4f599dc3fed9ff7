/** Checks SPF, DKIM and DMARC of a mail. Runs in the reading thread; DNS is asked outside the thread, between two attempts. */
import { splitHead } from './header.ts';

export type DnsAnswer = { records: string[] | string[][] } | { code: string };
/** The keys are type and name, such as "TXT example.com". */
export type DnsAnswers = Record<string, DnsAnswer>;
/** A result, and the DNS questions whose answers it still needs. */
export type Provisional<T> = T & { wanted: string[] };

/** The library sets no limit of its own, and each signature hashes the whole mail again. */
const MAX_SIGNATURES = 5;
const MAX_HEAD = 64 * 1024;

export interface Signed {
	dkim: string;
	/** The domains with a valid signature of everything we read. */
	signers: string[];
	/** The addresses in From, and how many such fields there are. */
	from: string[];
	fromFields: number;
}

export interface Envelope {
	ip: string;
	helo: string;
	sender: string;
	mta: string;
}

export async function checkSignatures(raw: Buffer, answers: DnsAnswers): Promise<Provisional<Signed>> {
	const { head, body } = splitHead(raw);
	if (head.length > MAX_HEAD) return { dkim: 'none', signers: [], from: [], fromFields: 0, wanted: [] };
	const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
	const { resolver, wanted } = resolverOf(answers);
	const kept = withFewSignatures(head);
	// Without a signature, the body is not looked at.
	const covered = /dkim-signature/i.test(kept.toString('latin1')) ? [body] : [];
	const given = Buffer.concat([kept, Buffer.from('\r\n'), ...covered]);
	const { results, headerFrom, fromFields = 0 } = await dkimVerify(given, { resolver });
	const ambiguous = repeatsField(head);
	const checked = results.map(({ status: { result, underSized = 0 }, signingDomain = '' }) => ({
		domain: signingDomain,
		said: result === 'pass' && (ambiguous || underSized > 0) ? 'policy' : String(result),
	}));
	const said = checked.map((one) => one.said);
	return {
		dkim: ['pass', 'temperror'].find((one) => said.includes(one)) ?? said[0] ?? 'none',
		signers: checked.flatMap((one) => (one.said === 'pass' && one.domain ? [one.domain] : [])),
		from: headerFrom,
		fromFields,
		wanted,
	};
}

export async function checkPolicies(
	{ ip, helo, sender, mta }: Envelope,
	{ signers, from, fromFields }: Signed,
	answers: DnsAnswers,
): Promise<Provisional<{ spf: string; dmarc: string }>> {
	const { spf } = await import('mailauth/lib/spf/index.js');
	const { dmarc } = await import('mailauth/lib/dmarc/index.js');
	const { resolver, wanted } = resolverOf(answers);
	const sent = await spf({ ip, helo, sender, mta, resolver });
	const passed = sent.status.result === 'pass' && sent.domain ? [sent.domain] : [];
	const policy =
		from.length > 0 &&
		(await dmarc({
			headerFrom: from,
			fromFields,
			spfDomains: passed,
			dkimDomains: signers.map((domain) => ({ id: domain, domain, aligned: false, underSized: 0 })),
			resolver,
		}));
	return { spf: sent.status.result, dmarc: policy ? policy.status.result : 'none', wanted };
}

/** Answers from what is known. An unknown question is recorded in `wanted` and fails with a timeout for now. */
function resolverOf(answers: DnsAnswers) {
	const wanted: string[] = [];
	const resolver = async (name: string, type: string): Promise<string[] | string[][]> => {
		const key = `${type} ${name}`;
		const known = answers[key];
		if (known && 'records' in known) return known.records;
		if (!known) wanted.push(key);
		const code = known ? known.code : 'ETIMEOUT';
		throw Object.assign(new Error(`${code} ${key}`), { code });
	};
	return { resolver, wanted };
}

/**
 * Whether a field that is read occurs twice. A signature may cover only the last one, and the first one is read. Searches the
 * whole header, because the reader stops after a number of fields, and also for folded names,
 * which only the check of signatures knows.
 */
function repeatsField(head: Buffer): boolean {
	const names = head.toString('latin1').match(ONLY_ONCE) ?? [];
	return new Set(names.map((name) => name.toLowerCase())).size < names.length;
}

const ONLY_ONCE =
	/^(?:from|subject|date|message-id|reply-to|content-type|content-transfer-encoding)(?=\s*:)/gim;

/** The header with only the first few signatures, and without the signatures of forwarders (ARC), which are not checked. */
function withFewSignatures(head: Buffer): Buffer {
	let signatures = 0;
	let dropped = false;
	const kept = head
		.toString('latin1')
		.split(/(?<=\n)/)
		.filter((line) => {
			if (/^[ \t]/.test(line)) return !dropped;
			const signature = /^dkim-signature[ \t]*:/i.test(line);
			if (signature) signatures++;
			dropped = (signature && signatures > MAX_SIGNATURES) || /^arc-[a-z-]+[ \t]*:/i.test(line);
			return !dropped;
		});
	return Buffer.from(kept.join(''), 'latin1');
}
