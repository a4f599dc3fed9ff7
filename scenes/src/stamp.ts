/** Letters of 5 by 7 dots, each row a digit of base 32: the machine that draws may have no fonts at all. */
const LETTERS: Record<string, string> = {
	'0': 'ehjlphe',
	'1': '4c4444e',
	'2': 'eh1248v',
	'3': 'v2421he',
	'4': '26aiv22',
	'5': 'vgu11he',
	'6': '68guhhe',
	'7': 'v124888',
	'8': 'ehhehhe',
	'9': 'ehhf12c',
	'-': '000v000',
	':': '0cc0cc0',
	A: 'ehhvhhh',
	C: 'ehggghe',
	D: 'uhhhhhu',
	E: 'vgguggv',
	F: 'vgguggg',
	G: 'ehgnhhe',
	H: 'hhhvhhh',
	I: 'e44444e',
	N: 'hpljhhh',
	O: 'ehhhhhe',
	P: 'uhhuggg',
	R: 'uhhukih',
	T: 'v444444',
	V: 'hhhhha4',
	W: 'hhhllrh',
	Y: 'hha4444',
};

const DOT = 3;

/** The line a camera burns into its pictures, as SVG. Letters it does not have are left blank. */
export function stamp(text: string, x: number, y: number): string {
	let dots = '';
	[...text.toUpperCase()].forEach((letter, column) => {
		[...(LETTERS[letter] ?? '')].forEach((row, line) => {
			const bits = Number.parseInt(row, 32);
			for (let bit = 0; bit < 5; bit++) {
				if (bits & (16 >> bit))
					dots += `M${x + (column * 6 + bit) * DOT} ${y + line * DOT}h${DOT}v${DOT}h-${DOT}z`;
			}
		});
	});
	return `<path d="${dots}" fill="#000" stroke="#000" stroke-width="3" opacity=".5"/><path d="${dots}" fill="#fff"/>`;
}
