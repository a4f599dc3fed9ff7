import type { Word } from './words.ts';

/** Every phrase that a short form stands for: "(tell|mail) me [now]" is four. `<name>` is a list of alternatives. */
export function phrasesOf(form: string, lists: Readonly<Record<string, string>> = {}): string[] {
	const tokens = `(${form})`.match(/[[\](|)]|<[\w-]+>|[^\s[\](|)<>]+|[<>]/g) ?? [];
	let at = 0;
	const sequence = (): string[] => {
		let phrases = [''];
		for (let token = tokens[at]; token !== undefined && !/^[|)\]]$/.test(token); token = tokens[at]) {
			at++;
			const name = /^<([\w-]+)>$/.exec(token)?.[1];
			const next =
				token === '(' || token === '['
					? choice(token === '[')
					: name === undefined
						? [token]
						: phrasesOf(lists[name] ?? '', lists);
			phrases = phrases.flatMap((phrase) => next.map((more) => `${phrase} ${more}`.trim()));
		}
		return phrases;
	};
	const choice = (isOptional: boolean): string[] => {
		const phrases = isOptional ? [''] : [];
		do phrases.push(...sequence());
		while (tokens[at++] === '|');
		return phrases;
	};
	return [...new Set(sequence())].filter((phrase) => phrase !== '');
}

/** Such a form as a regular expression over words, in which `{x}` takes one or more; null if it does not fit all of them. */
export function formOf(form: string, lists: Readonly<Record<string, string>>) {
	const withLists = (some: string): string =>
		some.replace(/<([\w-]+)>/g, (_, name: string) => `(${withLists(lists[name] ?? '')})`);
	const source = withLists(form).replace(/[[(]|\]|\{\w+\}|[^\s[\](|)]+|\s+/g, (token) => {
		if (token === '[' || token === '(') return '(?:';
		if (token === ']') return ')?';
		if (token.startsWith('{')) return `(?<${token.slice(1, -1)}>(?:\\S+ )+?)`;
		return token.trim() === '' ? '' : `${token} `;
	});
	const regex = new RegExp(`^(?:${source})$`, 'd');
	return (words: readonly Word[]): readonly Word[] | null => {
		// A quotation is no word of a form.
		const match = regex.exec(words.map(({ text, quoted }) => `${quoted ? '“”' : text} `).join(''));
		const [from = 0, to = 0] = match?.indices?.groups?.x ?? [];
		const at = (end: number) => (match?.[0].slice(0, end).split(' ').length ?? 1) - 1;
		return match && words.slice(at(from), at(to));
	};
}
