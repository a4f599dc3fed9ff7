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
