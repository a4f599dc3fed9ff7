import type { Dashboard } from '@watchword/contract/dashboard';
import { hourOf } from '../../lib/time.ts';
import { Card } from '../../ui/card.tsx';
import { type Bar, barsOf, LOOKS, partsInWords, totalsOf } from './chart.ts';

type Props = {
	hours: Dashboard['hours'];
	/** Null if there is no camera that could see any. */
	episodes: number | null;
	/** When the 24 hours began, in milliseconds. */
	start: number;
};

/** The episodes and runs of the last 24 hours: how many, with which outcomes, and when. */
export function LastDay({ hours, episodes, start }: Props) {
	const totals = totalsOf(hours);
	const runs = totals.reduce((sum, part) => sum + part.runs, 0);
	return (
		<Card className="grid content-start gap-4 p-5">
			<div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-1">
				<h2 className="font-semibold">Last 24 hours</h2>
				<div className="flex items-baseline gap-5">
					{episodes !== null && <Count count={episodes} name="episode" />}
					<Count count={runs} name="run" />
				</div>
			</div>
			<Chart bars={barsOf(hours)} start={start} />
			<ul className="flex min-h-5 flex-wrap gap-x-5 gap-y-1.5 text-small text-muted tabular-nums">
				{runs === 0 && <li>Nothing has run in the last 24 hours.</li>}
				{totals.map((part) => (
					<li key={part.outcome} className="flex items-center gap-2">
						<span aria-hidden className={`size-2.5 rounded-full ${LOOKS[part.outcome].dot}`} />
						{LOOKS[part.outcome].words} {part.runs.toLocaleString()}
					</li>
				))}
			</ul>
		</Card>
	);
}

const Count = ({ count, name }: { count: number; name: string }) => (
	<p className="text-small text-muted tabular-nums">
		<span className="text-title font-semibold text-ink">{count.toLocaleString()}</span>{' '}
		{count === 1 ? name : `${name}s`}
	</p>
);

const UNIT = 10;
const GAP = 2.5;
const HEIGHT = 100;
const LABEL_EVERY = 6;

function Chart({ bars, start }: { bars: Bar[]; start: number }) {
	const most = Math.max(1, ...bars.map(({ total }) => total));
	const y = (runs: number) => HEIGHT - (runs / most) * HEIGHT;
	const timeOf = (hour: number) => hourOf(start + hour * 3_600_000);
	return (
		<figure className="grid gap-1.5">
			<svg
				aria-hidden
				viewBox={`0 0 ${bars.length * UNIT} ${HEIGHT}`}
				preserveAspectRatio="none"
				className="h-28 w-full border-b border-line"
			>
				{bars.map(({ hour, parts }) => (
					<g key={hour}>
						{/* The whole column reacts to the pointer, even above a low bar. */}
						<rect x={hour * UNIT} width={UNIT} height={HEIGHT} className="fill-transparent">
							<title>{`${timeOf(hour)}: ${partsInWords(parts) || 'nothing'}`}</title>
						</rect>
						{parts.map(({ outcome, from, to }) => (
							<rect
								key={outcome}
								x={hour * UNIT + GAP / 2}
								width={UNIT - GAP}
								y={y(to)}
								height={y(from) - y(to)}
								className={`pointer-events-none ${LOOKS[outcome].fill}`}
							/>
						))}
					</g>
				))}
			</svg>
			<div aria-hidden className="flex justify-between text-small text-muted tabular-nums">
				{bars
					.filter(({ hour }) => hour % LABEL_EVERY === 0)
					.map(({ hour }) => (
						<span key={hour} className="w-0 flex-1">
							{timeOf(hour)}
						</span>
					))}
			</div>
			<figcaption className="sr-only">
				<table>
					<caption>Runs of the last 24 hours by hour</caption>
					<thead>
						<tr>
							<th scope="col">Hour</th>
							<th scope="col">Runs</th>
						</tr>
					</thead>
					<tbody>
						{bars
							.filter(({ total }) => total > 0)
							.map(({ hour, parts }) => (
								<tr key={hour}>
									<th scope="row">{timeOf(hour)}</th>
									<td>{partsInWords(parts)}</td>
								</tr>
							))}
					</tbody>
				</table>
			</figcaption>
		</figure>
	);
}
