/** The page of a shared link, for people without an account: HTML without scripts. */
import type { PictureBox } from '@watchword/contract/boxes';
import type { Verdict } from '@watchword/contract/mark';
import type { PlainPage } from '../base/html.ts';
import { escapeHtml } from '../base/html.ts';
import type { Moment, MomentPicture } from './moment.ts';

/** The same for every problem with a link, so that nobody learns whether it ever existed. */
export const GONE: PlainPage = {
	title: 'This link does not work any more',
	words: 'Ask whoever sent it to you for a new one.',
	status: 404,
};

const STYLE = '<link rel="stylesheet" href="/shared-page.css">';

interface Place {
	/** The path of the page. */
	path: string;
	zone: string;
	expires_at: Date;
}

/** The moment with its pictures, as the portal would show it to its owner, without anything else of the account. */
export function momentPage(moment: Moment, { path, zone, expires_at }: Place): PlainPage {
	const clock = clockIn(zone);
	const [first, ...others] = moment.pictures;
	return {
		title: titleOf(moment, clock),
		words: `Time in ${zone.replaceAll('_', ' ')}`,
		head: STYLE,
		after: [
			first && picture(first, path, clock, true),
			rows(rowsOf(moment, clock)),
			others.length > 0 &&
				`<div class="pictures">${others.map((one) => picture(one, path, clock, false)).join('\n')}</div>`,
			footer(clock.exact(expires_at)),
		]
			.filter(Boolean)
			.join('\n'),
	};
}

type Clock = ReturnType<typeof clockIn>;

function clockIn(timeZone: string) {
	const format = (options: Intl.DateTimeFormatOptions) => {
		const formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
		return (at: Date) => formatter.format(at);
	};
	return {
		exact: format({ dateStyle: 'full', timeStyle: 'medium' }),
		day: format({ dateStyle: 'full' }),
		minute: format({ timeStyle: 'short' }),
		second: format({ timeStyle: 'medium' }),
	};
}

function titleOf({ at, episode }: Moment, clock: Clock): string {
	if (!episode) return clock.exact(at);
	const began = `${clock.day(at)}, ${clock.minute(at)}`;
	if (episode.lasts) return `Since ${began}`;
	const { last_at } = episode;
	if (clock.day(last_at) !== clock.day(at))
		return `${began} to ${clock.day(last_at)}, ${clock.minute(last_at)}`;
	return clock.minute(last_at) === clock.minute(at) ? began : `${began} to ${clock.minute(last_at)}`;
}

/** As the portal answers "Condition met". */
const CONDITION_MET: Record<Verdict, string> = { met: 'Yes', 'not met': 'No', 'cannot tell': 'Cannot tell' };

function rowsOf({ at, episode, verdict, evidence, pictures }: Moment, clock: Clock): [string, string][] {
	const all: [string, string | null][] = [
		['Condition met', verdict && CONDITION_MET[verdict]],
		['Evidence', evidence],
		['Began', episode && clock.exact(at)],
		['Ended', episode && ending(episode, clock)],
		['Captures', episode && captures(episode.captures, pictures.length)],
	];
	return all.filter((row): row is [string, string] => Boolean(row[1]));
}

const ending = ({ lasts, last_at }: NonNullable<Moment['episode']>, clock: Clock) =>
	lasts ? 'Not yet. Load this page again later to see how it went on.' : clock.exact(last_at);

function captures(all: number, shown: number): string {
	const number = all.toLocaleString('en');
	return shown > 0 && shown < all ? `${number}, of which ${shown} are shown` : number;
}

const rows = (all: [string, string][]) =>
	`<dl>${all.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')}</dl>`;

/** Large with the names of the found objects, or small with a link to the whole picture. */
function picture({ name, at, boxes }: MomentPicture, path: string, clock: Clock, large: boolean): string {
	const whole = `${path}/pictures/${name}`;
	const marked = boxes.map((box) => (box.counted ? box.name : `${box.name}?`)).join(', ');
	const alt = `Picture taken at ${clock.second(at)}${marked && `. Marked on it: ${marked}`}`;
	const image = `<img src="${large ? whole : `${whole}/small`}" alt="${escapeHtml(alt)}"${large ? '' : ' loading="lazy"'}>`;
	const drawn =
		boxes.length > 0 ? `<svg aria-hidden="true">${boxes.map((box) => frame(box, large)).join('')}</svg>` : '';
	const framed = `<span class="picture">${image}${drawn}</span>`;
	if (large) return `<figure>${framed}</figure>`;
	return `<figure><a href="${whole}">${framed}</a><figcaption>${clock.second(at)}</figcaption></figure>`;
}

/** A box made of attributes, because the page allows no inline styles. Its name is above it if there is room. */
function frame({ name, counted, left, top, right, bottom }: PictureBox, named: boolean): string {
	const percent = (share: number) => `${(100 * share).toFixed(2)}%`;
	const place = `x="${percent(left)}" y="${percent(top)}" width="${percent(right - left)}" height="${percent(bottom - top)}"`;
	const side = '<rect width="100%" height="100%"/>';
	const label = `<foreignObject y="${top < 0.08 ? 0 : -22}" width="170" height="22"><span>${escapeHtml(counted ? name : `${name}?`)}</span></foreignObject>`;
	return `<svg class="${counted ? 'counted' : 'faint'}" ${place}>${side}${side}${named ? label : ''}</svg>`;
}

const footer = (until: string) => `<footer>
<p>Somebody who uses Watchword shared this moment with you, and nothing else. The verdict and the evidence were written by a program,
which can be wrong.</p>
<p>This link works until ${escapeHtml(until)} at the latest. It can be taken back at any time.</p>
</footer>`;
