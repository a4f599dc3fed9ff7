import type { AutomationSummary } from '@watchword/contract/automation';
import type { Dashboard } from '@watchword/contract/dashboard';
import type { Device } from '@watchword/contract/device';
import type { Episode } from '@watchword/contract/episode';
import { startTransition, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { hourOf } from '../../lib/time.ts';
import { CaptureThumb } from '../../product/capture-thumb.tsx';
import { episodeCounts, episodeTimes, isLive } from '../../product/episode.ts';
import { LiveMark } from '../../product/live-mark.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { summaryOf } from './camera-summary.ts';
import { type Cluster, clustersOf, type Mark, marksOf, shareOf } from './timeline.ts';

/** The most cameras shown here, as in the list of cameras below. */
const SHOWN = 12;
const PICTURE_PX = 48;
const GAP_PX = 4;

type Props = {
	/** Runs that belong to no episode. */
	runs: Dashboard['cameras'];
	devices: Device[];
	episodes: Episode[];
	automations: AutomationSummary[];
	/** When the 24 hours began, in milliseconds. */
	start: number;
	now: number;
};

/** The last 24 hours of each camera as a line, with a picture where something happened. */
export function CameraDays({ runs, devices, episodes, automations, start, now }: Props) {
	if (episodes.length === 0 && runs.every(({ outcome }) => outcome === 'not-met' || outcome === 'skipped')) {
		return (
			<p className="rounded-card border border-line bg-surface px-5 py-3.5 text-muted">
				{runs.length > 0 ? 'A quiet day.' : 'Nothing was judged in the last 24 hours.'} What your automations
				watch for appears here when a camera sees it.
			</p>
		);
	}
	const of = (device: Device) => episodes.filter(({ deviceId }) => deviceId === device.id);
	const nameOf = (id: string) =>
		automations.find((one) => one.id === id)?._name ?? 'Automation not available';
	return (
		<Card className="grid gap-5 p-5">
			<ul className="grid gap-5">
				{devices
					.toSorted((a, b) => Number(of(b).length > 0) - Number(of(a).length > 0))
					.slice(0, SHOWN)
					.map((device) => (
						<li key={device.id}>
							<CameraDay
								name={device.desc || 'No description available'}
								marks={marksOf(of(device), start, now)}
								runs={runs.filter(({ deviceId }) => deviceId === device.id)}
								nameOf={nameOf}
								start={start}
								now={now}
							/>
						</li>
					))}
			</ul>
			<div aria-hidden className="relative -mt-3 h-5 text-small text-muted tabular-nums">
				{[0, 6, 12, 18].map((hour) => (
					<span key={hour} className="absolute" style={{ left: percent(hour / 24) }}>
						{hourOf(start + hour * 3_600_000)}
					</span>
				))}
			</div>
		</Card>
	);
}

type DayProps = {
	name: string;
	marks: Mark[];
	runs: Dashboard['cameras'];
	nameOf(automationId: string): string;
	start: number;
	now: number;
};

function CameraDay({ name, marks, runs, nameOf, start, now }: DayProps) {
	const [line, width] = useWidth();
	const [opened, setOpened] = useState<string | null>(null);
	const id = useId();
	const clusters = width > 0 ? clustersOf(marks, (PICTURE_PX + GAP_PX) / width) : [];
	const chosen = clusters.find((cluster) => keyOf(cluster) === opened);
	const label = (mark: Mark) => labelOf(mark.episode, nameOf, now);
	return (
		<section aria-label={name} className="grid grid-cols-1 gap-1.5">
			<div className="flex items-center justify-between gap-4">
				<h3 className="truncate text-small font-medium">{name}</h3>
				<p className="shrink-0 text-small text-muted tabular-nums">
					{marks.some(({ episode }) => isLive(episode, now)) ? <LiveMark /> : summaryOf(marks.length, runs)}
				</p>
			</div>
			<div ref={line}>
				{marks.length > 0 && (
					<div className="relative mb-1 h-9">
						{clusters.map((cluster) => (
							<Pictures
								key={keyOf(cluster)}
								cluster={cluster}
								label={label}
								isOpen={cluster === chosen}
								controls={id}
								onToggle={() => setOpened(cluster === chosen ? null : keyOf(cluster))}
							/>
						))}
					</div>
				)}
				<Line marks={marks} start={start} now={now} />
			</div>
			<ul id={id} className={classes('grid gap-1 pt-1', !chosen && 'hidden')}>
				{chosen?.marks.map((mark) => (
					<li key={mark.episode.id}>
						<Link
							to={linkOf(mark.episode)}
							className="flex items-center gap-3 rounded-control p-1 text-small hover:bg-sunken"
						>
							<CaptureThumb captureId={mark.episode.first_captureId} alt="" className="w-12" />
							{label(mark)}
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}

const PICTURE = 'absolute top-0 block rounded-control border border-line hover:border-line-strong';

type PicturesProps = {
	cluster: Cluster;
	label(mark: Mark): string;
	isOpen: boolean;
	/** The id of the list that a shared place opens. */
	controls: string;
	onToggle(): void;
};

/** One episode is a link to it. Several in one place open a list of them. */
function Pictures({ cluster, label, isOpen, controls, onToggle }: PicturesProps) {
	const style = { left: percent(cluster.from), width: PICTURE_PX };
	const [first] = cluster.marks;
	if (!first) return null;
	const picture = <CaptureThumb captureId={first.episode.first_captureId} alt="" className="w-full" />;
	if (cluster.marks.length === 1) {
		return (
			<Link
				to={linkOf(first.episode)}
				aria-label={label(first)}
				title={label(first)}
				className={PICTURE}
				style={style}
			>
				{picture}
			</Link>
		);
	}
	const name = `${cluster.marks.length} episodes, the first: ${label(first)}`;
	return (
		<button
			type="button"
			aria-expanded={isOpen}
			aria-controls={controls}
			aria-label={name}
			title={name}
			onClick={onToggle}
			className={classes(PICTURE, isOpen && 'border-accent')}
			style={style}
		>
			{picture}
			<span
				aria-hidden
				className="absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-small leading-none font-medium text-on-accent tabular-nums"
			>
				{cluster.marks.length}
			</span>
		</button>
	);
}

/** Marks as long as their episodes. The rest of the day is empty, not quiet. */
const Line = ({ marks, start, now }: { marks: Mark[]; start: number; now: number }) => (
	<div aria-hidden className="relative h-2.5 overflow-hidden rounded-full border border-line">
		<div className="absolute inset-y-0 left-0 bg-sunken" style={{ width: percent(shareOf(start, now)) }} />
		{marks.map(({ episode, from, to }) => (
			<div
				key={episode.id}
				className="absolute inset-y-0 min-w-1 rounded-full bg-accent"
				style={{ left: `min(${percent(from)}, 100% - 0.25rem)`, width: percent(to - from) }}
			/>
		))}
	</div>
);

const percent = (share: number) => `${100 * share}%`;
const linkOf = ({ id }: Episode) => `/app/runs?episode=${id}`;
const keyOf = ({ marks }: Cluster) => marks[0]?.episode.id ?? '';

const labelOf = (episode: Episode, nameOf: (id: string) => string, now: number) =>
	`${nameOf(episode._automationId)}, ${episodeTimes(episode, now)}, ${episodeCounts(episode, false, now)}`;

/** The width of the line. Until it is known, no picture is placed. */
function useWidth() {
	const element = useRef<HTMLDivElement>(null);
	const [width, setWidth] = useState(0);
	useEffect(() => {
		const line = element.current;
		if (!line) return;
		// It also fires once at the start, when the browser has laid out the page anyway.
		const observer = new ResizeObserver(() => startTransition(() => setWidth(line.clientWidth)));
		observer.observe(line);
		return () => observer.disconnect();
	}, []);
	return [element, width] as const;
}
