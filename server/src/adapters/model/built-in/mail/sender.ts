import type { Sender } from '../../../../ports.ts';
import { wordMatcher } from './extract.ts';

interface SenderTest {
	not: boolean;
	/** It names no one: "my bank", "a customer". */
	isKind: boolean;
	isAnyone: boolean;
	terms: string[];
}

/** Words of a company's name that its address often leaves out. */
const LEFT_OUT =
	/^(?:bank|shop|store|team|support|service|company|group|customer|client|gmbh|ag|kg|ltd|limited|inc|llc|the|and|co)$/i;

/** A sender is judged by the confirmed address only: anybody can write any name next to it. */
export function runOnSender(
	{ not, isKind, isAnyone, terms }: SenderTest,
	words: string,
	{ from, sender: { address, checks } }: { from: string; sender: Sender },
	tests: string[],
): boolean | null {
	if (address === null) {
		tests.push(
			`whether the sender is ${words} cannot be told, because the address is not confirmed (${checks})`,
		);
		return null;
	}
	const telling = terms.filter((term) => !LEFT_OUT.test(term));
	const wanted = telling.length > 0 ? telling : terms;
	// “My bank” may write from any address, and any bank from one with that word.
	const isShown = telling.length > 0 || !isAnyone;
	if (isShown && isNamed(wanted, address.toLowerCase())) {
		tests.push(`the confirmed sender ${address} is ${words}`);
		return !not;
	}
	if (isKind) {
		tests.push(`whether ${address} is ${words} is not something an address shows`);
		return null;
	}
	// "Deutsche Telekom" may write from telekom.example, and "Thalia" from thalia-books.example or thaliabooks.example.
	const [near] = wanted.filter(
		(term) => term.length > 3 && address.toLowerCase().includes(term.toLowerCase()),
	);
	if (near !== undefined && !/[@.]/.test(near)) {
		tests.push(`${address} has “${near}”, which does not show whether the sender is ${words}`);
		return null;
	}
	// A person is not always named in the address, and the name beside it proves nothing.
	const shown = from.replace(/<[^>]*>\s*$/, '');
	if (terms.every((term) => !/[@.]/.test(term) && wordMatcher(term).test(shown))) {
		tests.push(
			`the name beside the address is ${words}, but ${address} does not show that, and anybody can write a name`,
		);
		return null;
	}
	tests.push(`the confirmed sender ${address} is not ${words}`);
	return not;
}

/** "Fisher Plumbing" of fisherplumbing.example has both words in one. */
const isNamed = (terms: readonly string[], address: string) =>
	terms.every((term) => isInAddress(term.toLowerCase(), address)) ||
	(terms.length > 1 && isInAddress(terms.join('').toLowerCase(), address));

/** The whole address, its domain or a domain above that, or a word of it. */
function isInAddress(term: string, address: string): boolean {
	if (term.includes('@')) return term === address || (term.startsWith('@') && address.endsWith(term));
	const domain = address.slice(address.lastIndexOf('@') + 1);
	if (term.includes('.')) return domain === term || domain.endsWith(`.${term}`);
	const words = address.replace(/[^\p{L}\p{N}]+/gu, ' ');
	// “Von den Stadtwerken”.
	const bare = term.length > 6 && term.endsWith('n') ? [term, term.slice(0, -1)] : [term];
	return bare.some((one) => wordMatcher(one).test(words));
}
