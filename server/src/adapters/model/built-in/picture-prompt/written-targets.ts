/** The texts that a prompt names: in quotes, in capitals, or as plain words up to the end of the clause. */

interface Targets {
	any: string[];
	/** How many characters of the prompt they take. */
	length: number;
}

const QUOTED = /^["“”«'‘]([^"“”«»\n]{1,80}?)["“”»'’]/;
const CAPITALS =
	/^(?=[^\s]*[A-Z0-9])[A-Z0-9&][A-Z0-9&'./:%-]*(?:[ ]+(?!OR\b|AND\b)[A-Z0-9&][A-Z0-9&'./:%-]*){0,7}(?![\p{Ll}])/u;
const ENDS =
	'and|or|then|but|while|during|between|after|before|at|please|email|mail|send|alert|notify|tell|text|warn|let|unless|if|when|on|in|so|since|until';
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’-]*`;
const PLAIN = new RegExp(
	String.raw`^(?!(?:${ENDS}|a|an|the|there|it|no|nobody|someone|anything|something|more|less|above|below|over|under|not)\b)${WORD}(?: (?!(?:${ENDS})\b)${WORD}){0,7}`,
	'iu',
);
const PLATE = /^[A-Z0-9](?:[A-Z0-9]|[ -](?!or\b|and\b))*[A-Z0-9]/i;
const JOINT = /^\s*(?:,\s*(?:or\s+)?|or\s+(?:else\s+)?|\/\s*)/i;
const MOST = 20;

/** Reads the texts at the start of `after`; null if there are none. `marked` ones stand in quotes, capitals or digits. */
export function readTargets(after: string, kind: 'plate' | 'any' | 'marked'): Targets | null {
	const any: string[] = [];
	let length = 0;
	let shape: RegExp | null = null;
	while (any.length < MOST) {
		const joint = any.length === 0 ? '' : JOINT.exec(after.slice(length))?.[0];
		if (joint === undefined) break;
		const found = readOne(after.slice(length + joint.length), kind, shape);
		if (!found) break;
		any.push(found.text);
		shape = found.shape;
		length += joint.length + found.length;
	}
	return any.length > 0 ? { any, length } : null;
}

/** Later ones look like the first: "says CLOSED or there is nobody" names one text. */
function readOne(text: string, kind: 'plate' | 'any' | 'marked', shape: RegExp | null) {
	const shapes =
		kind === 'plate' ? [QUOTED, PLATE] : kind === 'any' ? [QUOTED, CAPITALS, PLAIN] : [QUOTED, CAPITALS];
	for (const one of shapes) {
		if (shape && one !== shape && (one === PLAIN || shape === PLAIN)) continue;
		const match = one.exec(text);
		if (!match) continue;
		const said = (match[1] ?? match[0]).replace(/[.,;:]+$/, '').trim();
		if (!/[\p{L}\p{N}]/u.test(said)) return null;
		if (one === PLATE && (!/\d/.test(said) || said.replace(/[^\p{L}\p{N}]/gu, '').length > 10)) continue;
		const length = match[1] === undefined ? match[0].replace(/[.,;:]+$/, '').length : match[0].length;
		return { text: said, length, shape: one };
	}
	return null;
}
