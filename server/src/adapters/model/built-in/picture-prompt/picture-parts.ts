/** Words for a part of the picture: "on the left", "in the middle of the picture", "close to the camera". */
import { partNamed, type Where } from '../sight/zones.ts';

/**
 * "A car on the left", "in the top right corner of the picture"; but "on the left of the gate" and "on the left bench" are
 * other places, "to the left" is a direction, and "at the top" may be that of the stairs. "In the middle" may be that of a
 * room, and how large a corner is, nobody can say.
 */
export function partAt(words: readonly string[], at: number): { length: number; where: Where | null } | null {
	if (!STARTS.test(words[at] ?? '')) return null;
	const said = words.slice(at, at + 12).join(' ');
	const named = (taken: string, name: string) => ({
		length: taken.split(' ').length,
		where: partNamed(name),
	});
	for (const pattern of [SIDE, CORNER, HEIGHT, DEPTH, MIDDLE]) {
		const [taken, first = '', second = ''] = pattern.exec(said) ?? [];
		if (!taken) continue;
		const name = `${first} ${second}`.trim().replace('upper', 'top').replace('lower', 'bottom');
		return named(taken, name.replace(/^cent(?:re|er)$/, 'middle'));
	}
	const [close] = CLOSE_TO_CAMERA.exec(said) ?? [];
	if (close) return named(close, 'foreground');
	const [far] = FAR_FROM_CAMERA.exec(said) ?? [];
	return far ? named(far, 'background') : null;
}

const PICTURE = ' of the (?:picture|image|photo|frame|screen|view)';
const ENDS = String.raw`(?! (?:and|or) (?:the )?(?:left|right|top|bottom)\b)(?= [,.;:!?]| (?:and|or|but|with|without|is|are|has|who|at|between|after|before|while|when|if|there|for|only)\b|$)`;
const LOOK = 'on|at|in|watch|check|monitor|look (?:only )?(?:at|in)|focus on|concentrate on|pay attention to';
const part = (words: string) => new RegExp(`^(?:${LOOK}) the ${words}(?: only)?${ENDS}`);
const SIDE = part(`(left|right)(?:(?: hand)? (?:side|half))?(?:${PICTURE})?`);
const CORNER = part(`(top|bottom|upper|lower) (left|right)(?: hand)? corner(?:${PICTURE})?`);
const HEIGHT = part(
	`(top|bottom|upper|lower)(?:(?: (?:half|part|edge))?${PICTURE}| half| part(?= (?:is|are|and|,)))`,
);
const DEPTH = part(`(background|foreground)(?:${PICTURE})?`);
const MIDDLE = part(`(?:very )?(middle|cent(?:re|er)|corner|edge)${PICTURE}`);
const CLOSE_TO_CAMERA =
	/^(?:(?:very|too|really|quite|so) )?(?:(?:close|near|next|right up|up close)(?: to)?|(?:right|directly|straight) in front of) (?:the|my|this) (?:camera|lens)\b/;
const FAR_FROM_CAMERA = /^(?:far (?:away )?from the camera|far away|in the (?:far )?distance)\b/;
const STARTS =
	/^(?:on|at|in|watch|check|monitor|look|focus|concentrate|pay|very|too|really|quite|so|close|near|next|right|up|directly|straight|far)$/;
