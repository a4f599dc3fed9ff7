/** Who sent a mail, by the confirmed address only: anybody can write any name beside it. */
import type { SentBy } from '@watchword/contract/condition';
import { inWords } from '@watchword/contract/in-words';
import { mailWords } from '../languages/index.ts';
import { type Finding, fold, type OpenMail } from './mail.ts';

export function judgeSender({ any }: SentBy, { from, sender }: OpenMail): Finding {
	const { address, checks } = sender;
	const names = inWords(any, 'or');
	if (address === null)
		return {
			held: null,
			told: `whether the sender is ${names} cannot be told, because the address is not confirmed (${checks})`,
		};
	const each = any.map((one) => ({ one, held: isSentBy(one, address.toLowerCase(), from) }));
	const known = each.find(({ held }) => held === true);
	if (known) return { held: true, told: `the confirmed sender ${address} is ${known.one}` };
	const doubtful = each.find(({ held }) => held === null);
	if (doubtful) return { held: null, told: `${address} does not show whether the sender is ${doubtful.one}` };
	return { held: false, told: `the confirmed sender ${address} is not ${names}` };
}

/** Parts of a company's name that its address often leaves out. */
const LEFT_OUT = new Set(mailWords.flatMap(({ company }) => company));

function isSentBy(given: string, address: string, from: string): boolean | null {
	const one = fold(given.trim());
	const domain = address.slice(address.lastIndexOf('@') + 1);
	if (one.includes('@') && !one.startsWith('@')) return address === one;
	if (one.startsWith('@') || /^[^\s]{2,}\.[^\s.]{2,}$/.test(one)) {
		const wanted = one.replace(/^@/, '');
		return domain === wanted || domain.endsWith(`.${wanted}`);
	}
	const words = one.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
	const telling = words.filter((word) => !LEFT_OUT.has(word));
	// “Bank” alone names nobody.
	if (telling.length === 0) return null;
	const parts = address.split(/[^\p{L}\p{N}]+/u);
	// “Fisher Plumbing” of fisherplumbing.example.
	if (telling.every((word) => parts.includes(word)) || parts.includes(words.join(''))) return true;
	const shown = fold(from.replace(/<[^>]*>\s*$/, '')).split(/[^\p{L}\p{N}]+/u);
	const isNear = telling.some((word) => (word.length > 3 && address.includes(word)) || shown.includes(word));
	return isNear ? null : false;
}
