import { clockTime } from '@watchword/contract/clock-time';
import type { Outcome } from '@watchword/contract/run';
import { escapeHtml, smallPrint } from '../../base/html.ts';
import type { Mail } from '../../ports/mailer.ts';

export interface BriefEpisode {
	id: string;
	name: string;
	camera: string;
	cameraId: string | null;
	first_at: Date;
	last_at: Date;
	captures: number;
	evidence: string | null;
	picture: Buffer | null;
}

/** Runs of one automation with one outcome. */
export interface BriefRuns {
	id: string;
	name: string;
	camera: string;
	cameraId: string | null;
	outcome: Outcome | 'waiting';
	count: number;
	/** The brief already shows its episodes, so runs without a finding can be left out. */
	hasEpisodes: boolean;
}

/** An automation of which an update understands less. */
export interface NowBeyond {
	id: string;
	name: string;
	words: string[];
}

export interface Brief {
	episodes: BriefEpisode[];
	/** The number of further episodes. */
	more: number;
	runs: BriefRuns[];
	nowBeyond: NowBeyond[];
}

interface Places {
	email: string;
	/** The time of day at which it is sent. */
	brief_at: string | null;
	zone: string;
	day: { to: Date };
	publicUrl: string;
}

interface Line {
	words: string;
	detail: string;
	link: string;
	picture: Buffer | null;
}

/** The mail about a day: what happened at each camera, then what ran without a camera. */
export function writeBrief(brief: Brief, { email, brief_at, zone, day, publicUrl }: Places): Mail {
	const link = (query: string) => `${publicUrl}/app/runs${query}`;
	const happened = groupsOf(brief, (at) => clockTime(at, zone, day.to), link);
	const groups = [...updateGroup(brief.nowBeyond, publicUrl), ...happened];
	const count = brief.episodes.length + brief.more;
	const quiet = happened.length === 0 ? quietDay(brief.runs) : null;
	const more = brief.more > 0 ? `And ${brief.more} more.` : null;
	const end = `You get this every day at ${brief_at} (${zone.replaceAll('_', ' ')}).`;
	const pictures: NonNullable<Mail['pictures']> = [];
	const image = (bytes: Buffer | null) => {
		if (!bytes) return '';
		const cid = `picture-${pictures.length + 1}`;
		pictures.push({ cid, contentType: 'image/jpeg', bytes });
		return `<br><img src="cid:${cid}" alt="" width="240" style="margin-top:6px;border-radius:8px">`;
	};
	const item = ({ words, detail, link, picture }: Line) =>
		`<li style="margin:0 0 12px"><a href="${escapeHtml(link)}">${escapeHtml(words)}</a>${
			detail && `<br><span style="opacity:0.7">${escapeHtml(detail)}</span>`
		}${image(picture)}</li>`;
	const html = [
		quiet && `<p>${escapeHtml(quiet)}</p>`,
		...groups.map(
			({ title, lines }) =>
				`<h3>${escapeHtml(title)}</h3>\n<ul style="padding-left:18px">${lines.map(item).join('\n')}</ul>`,
		),
		more && `<p><a href="${escapeHtml(link(''))}">${more}</a></p>`,
		smallPrint(`${escapeHtml(end)} <a href="${escapeHtml(`${publicUrl}/app/account`)}">Change it</a>`),
	];
	const text = [
		quiet,
		...groups.map(({ title, lines }) =>
			[
				title,
				...lines.map(({ words, detail, link }) => [`- ${words}`, detail, link].filter(Boolean).join('\n  ')),
			].join('\n'),
		),
		more && `${more}\n${link('')}`,
		`${end}\nChange it: ${publicUrl}/app/account`,
	];
	return {
		to: email,
		subject: count > 0 ? `Your day: ${counted(count, 'episode', 'episodes')}` : 'Your day: all quiet',
		text: `${text.filter(Boolean).join('\n\n')}\n`,
		html: html.filter(Boolean).join('\n'),
		pictures,
	};
}

/** What the owner should look at after an update. */
function updateGroup(nowBeyond: NowBeyond[], publicUrl: string): { title: string; lines: Line[] }[] {
	if (nowBeyond.length === 0) return [];
	const lines = nowBeyond.map(({ id, name, words }) => ({
		words: `${name}: “${words.join('”, “')}”`,
		detail: 'The built-in model does not understand this any more. Where it matters, it cannot tell.',
		link: `${publicUrl}/app/automations/${id}`,
		picture: null,
	}));
	return [{ title: 'Since the update', lines }];
}

/** The heading for automations without a camera. */
const ELSEWHERE = 'Mails and schedules';

function groupsOf(brief: Brief, clock: (at: Date) => string, link: (query: string) => string) {
	const groups = new Map<string, { title: string; lines: Line[] }>();
	const add = (cameraId: string | null, title: string, line: Line) => {
		const key = cameraId ?? title;
		const group = groups.get(key) ?? { title, lines: [] };
		groups.set(key, group);
		group.lines.push(line);
	};
	for (const episode of brief.episodes) {
		const { id, name, camera, cameraId, evidence, picture } = episode;
		const words = `${name}, ${spanOf(episode, clock)}, ${counted(episode.captures, 'capture', 'captures')}`;
		const title = cameraId === null ? 'A camera that was removed' : camera || 'A camera without a name';
		add(cameraId, title, { words, detail: evidence ?? '', link: link(`?episode=${id}`), picture });
	}
	for (const [id, rows] of Map.groupBy(worthListing(brief.runs), (row) => row.id)) {
		const [first] = rows;
		if (!first) continue;
		const counts = rows.map(
			({ outcome, count }) => `${count.toLocaleString('en')} ${OUTCOME_WORDS[outcome]}`,
		);
		const words = `${first.name}: ${counts.join(', ')}`;
		const title = first.cameraId === null ? ELSEWHERE : first.camera || 'A camera without a name';
		add(first.cameraId, title, { words, detail: '', link: link(`?automation=${id}`), picture: null });
	}
	return [...groups.values()];
}

/** Empty if no run found anything: then one line says so. */
function worthListing(runs: BriefRuns[]): BriefRuns[] {
	if (runs.every(isNothing)) return [];
	return runs.filter((row) => !(row.hasEpisodes && isNothing(row)));
}

const isNothing = ({ outcome }: BriefRuns) => outcome === 'not-met';

function quietDay(runs: BriefRuns[]): string {
	const looked = runs.reduce((sum, { count }) => sum + count, 0);
	if (looked === 0) return 'A quiet day: nothing ran.';
	const times = looked === 1 ? 'once' : `${looked.toLocaleString('en')} times`;
	return `A quiet day: your automations looked ${times} and found nothing.`;
}

function spanOf({ first_at, last_at }: BriefEpisode, clock: (at: Date) => string): string {
	const [from, to] = [clock(first_at), clock(last_at)];
	return from === to ? from : `${from} to ${to}`;
}

const counted = (count: number, one: string, many: string) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const OUTCOME_WORDS: { [O in BriefRuns['outcome']]: string } = {
	waiting: 'waiting for your yes',
	done: 'done',
	'not-met': 'not met',
	'cannot-tell': 'could not tell',
	failed: 'failed',
	skipped: 'skipped',
	open: 'under way',
};
