/** What the host of a mailbox found about the sender of a mail (RFC 8601). Only its own field counts: senders write such fields too. */
import { type Field, firstOf } from './header.ts';

const MAX_FIELD = 10_000;

interface Finding {
	method: string;
	result: string;
	/** Such as `smtp.mailfrom`, in lower case. */
	properties: Map<string, string>;
}

/** The results of one method: of the envelope's sender for SPF, of the author for DMARC. */
export interface TrustedResults {
	spf: string;
	dkim: string;
	dmarc: string;
}

const NOTHING: TrustedResults = { spf: 'none', dkim: 'none', dmarc: 'none' };

/**
 * The results for a mail, if the topmost field is from the trusted host; whatever is further down may be from the sender. A
 * result about another domain than that of the envelope or of the author says nothing about them.
 */
export function trustedResults(
	fields: readonly Field[],
	host: string,
	{ envelopeDomain, authorDomain }: { envelopeDomain: string | null; authorDomain: string | null },
): TrustedResults {
	const field = firstOf(fields, 'authentication-results');
	if (!host || field === undefined || field.length > MAX_FIELD) return NOTHING;
	const [by = '', ...rest] = withoutComments(field).split(';');
	// A number after the name is the version of the format: 1 is the only one.
	const [, name = ''] = /^\s*([^\s;]+)(?:\s+1)?\s*$/.exec(by) ?? [];
	if (name.toLowerCase() !== host) return NOTHING;
	const findings = rest.flatMap((text) => findingOf(text) ?? []);
	const about = (method: string, property: string, domain: string | null) =>
		agreed(
			findings.filter(
				(one) =>
					one.method === method && domain !== null && domainIn(one.properties.get(property)) === domain,
			),
		);
	const dkim = findings.filter(({ method }) => method === 'dkim').map(({ result }) => result);
	return {
		spf: about('spf', 'smtp.mailfrom', envelopeDomain),
		dkim: dkim.includes('pass') ? 'pass' : (dkim[0] ?? 'none'),
		dmarc: about('dmarc', 'header.from', authorDomain),
	};
}

/** A method that is named twice with different results has none. */
function agreed(findings: Finding[]): string {
	const results = new Set(findings.map(({ result }) => result));
	return results.size === 1 ? (findings[0]?.result ?? 'none') : 'none';
}

function findingOf(text: string): Finding | null {
	const [whole, method = '', result = ''] =
		/^\s*([a-z0-9-]+)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)(?=\s|$)/i.exec(text) ?? [];
	if (whole === undefined) return null;
	const properties = new Map<string, string>();
	for (const [, name = '', value = ''] of text
		.slice(whole.length)
		.matchAll(/(?<=\s)([a-z]+\.[a-z-]+)\s*=\s*(\S+)/gi)) {
		// Twice the same property is ambiguous.
		properties.set(name.toLowerCase(), properties.has(name.toLowerCase()) ? '' : value);
	}
	return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
}

/** The domain of an address, or a domain alone. */
const domainIn = (value = '') => (/(?:^|@)([^@]+)$/.exec(value)?.[1] ?? '').toLowerCase();

/** Comments may be nested. What is quoted cannot end a result or name a property: it becomes one word. */
function withoutComments(text: string): string {
	let out = '';
	let depth = 0;
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const letter = text.charAt(at);
		if (letter === '\\' && (quoted || depth > 0)) at++;
		else if (quoted) {
			if (letter === '"') quoted = false;
			else if (depth === 0) out += /[\s;=."]/.test(letter) ? '_' : letter;
		} else if (letter === '(') depth++;
		else if (letter === ')') depth = Math.max(0, depth - 1);
		else if (depth > 0) continue;
		else if (letter === '"') quoted = true;
		else out += letter;
	}
	// What is never closed may hide anything.
	return depth > 0 || quoted ? '' : out;
}
