/** The author that a mail names in From. */
import { addressParser } from 'postal-mime';
import { firstPart, guess } from './charset.ts';
import { decodeWords, type Field, firstOf } from './header.ts';

const MAX_FROM = 10_000;
const MAX_NAME = 200;
const MAX_ADDRESS = 254;

interface Author {
	name: string;
	address: string;
}

/**
 * The first author; null if there is none. Encoded words are decoded after the addresses are separated: they may contain a
 * name, with any comma or bracket in it, never an address.
 */
export function authorOf(fields: readonly Field[]): Author | null {
	const pieces = (firstOf(fields, 'from') ?? '').slice(0, MAX_FROM).split(WORD);
	// Every second piece is an encoded word. A placeholder with its number replaces it.
	const closed = pieces.map((piece, index) => (index % 2 === 1 ? `\uE000${index}\uE000` : rawText(piece)));
	const open = (text: string) =>
		text.replace(MARK, (_mark, index: string) => pieces[Number(index)] ?? '').replaceAll('\uE001', '=');
	const entries = addressParser(closed.join(''), { flatten: true });
	const addressed = entries.filter((entry) => entry.address);
	// Many programs forget to quote the comma in a name, so that a part of the name has no address.
	const [first] = addressed.length === 1 ? addressed : entries;
	const names = addressed.length === 1 ? entries.map(({ name }) => name) : [first?.name];
	const address = open(first?.address ?? '');
	if (!address || address.length > MAX_ADDRESS) return null;
	const name = open(names.filter(Boolean).join(', ')).replace(WORDS, (words) => decodeWords(words));
	return { name: name.trim(), address };
}

/** The author as a line of text. The name can neither look like an address nor push the address out of sight. */
export function showAuthor({ name, address }: Author): string {
	const plain = name
		.replace(/[<>\p{Bidi_Control}]/gu, '')
		.replace(/[\p{Cc}\s]+/gu, ' ')
		.replaceAll(/[@＠]/g, ' at ');
	return name === '' || name.toLowerCase() === address.toLowerCase()
		? address
		: `${firstPart(plain.trim(), MAX_NAME)} <${address}>`;
}

/** Some programs leave spaces in an encoded word. Anything that could be an address stays outside, as in the sender check. */
const WORD = /(=\?[^?\s]{1,60}\?[QqBb]\?[^?\s<>]*\?=)/;
const WORDS = /=\?[^?\s]{1,60}\?[QqBb]\?[^?]*\?=(?:\s*=\?[^?\s]{1,60}\?[QqBb]\?[^?]*\?=)*/g;
const MARK = /\uE000(\d+)\uE000/g;

/** Contains no encoded word, because the address parser would decode it. */
const rawText = (piece: string) =>
	guess(Buffer.from(piece, 'latin1'))
		.replace(/[\uE000\uE001]/g, '')
		.replaceAll('=?', '\uE001?');
