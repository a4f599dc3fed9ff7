import { useQuery } from '@tanstack/react-query';
import type { ValueAt } from '@watchword/contract/values';
import { Download } from 'lucide-react';
import { valuesQuery } from '../../../lib/run-documents.ts';
import { clockOf, exactTime, shortDateOf } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../sections/section.tsx';
import { csvOf } from './csv.ts';
import { pointsOf, rangeOf } from './points.ts';

type Props = { id: string; name: string };

/** The numbers that an automation has read. Nothing is shown before there are any. */
export function ValuesSection({ id, name }: Props) {
	const { data } = useQuery(valuesQuery(id));
	const values = data?.values ?? [];
	const last = values.at(-1);
	if (!last) return null;
	return (
		<Section title="Values">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="text-small text-muted">
					<span className="text-title font-semibold text-ink tabular-nums">
						{last.value.toLocaleString()}
					</span>{' '}
					{dayAndClock(last.at)}
				</p>
				<Button onClick={() => download(csvOf(values, name))}>
					<Download aria-hidden className="size-4" />
					Download CSV
				</Button>
			</div>
			<Chart values={values} />
			<Table values={values} more={data?.more ?? false} />
		</Section>
	);
}

const SIZE = 100;

function Chart({ values }: { values: ValueAt[] }) {
	const { least, most } = rangeOf(values);
	const points = pointsOf(values).map(({ x, y }) => ({ x: x * SIZE, y: SIZE - y * SIZE }));
	const line = points
		.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`)
		.join('');
	const dots =
		points.length <= 60 ? points.map(({ x, y }) => `M${x.toFixed(2)} ${y.toFixed(2)}h0`).join('') : '';
	const [first, last] = [values[0]?.at ?? 0, values.at(-1)?.at ?? 0];
	return (
		<figure
			aria-hidden
			className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 text-small text-muted tabular-nums"
		>
			<div className={`flex flex-col text-right ${most === least ? 'justify-center' : 'justify-between'}`}>
				{most !== least && <span>{most.toLocaleString()}</span>}
				<span>{least.toLocaleString()}</span>
			</div>
			<div className="border-b border-l border-line p-2">
				<svg
					viewBox={`0 0 ${SIZE} ${SIZE}`}
					preserveAspectRatio="none"
					className="h-36 w-full overflow-visible stroke-accent"
				>
					<title>{`${values.length} values from ${least} to ${most}`}</title>
					<path
						d={line}
						fill="none"
						strokeWidth={2}
						strokeLinejoin="round"
						vectorEffect="non-scaling-stroke"
					/>
					<path
						d={dots}
						fill="none"
						strokeWidth={6}
						strokeLinecap="round"
						vectorEffect="non-scaling-stroke"
					/>
				</svg>
			</div>
			<div className={`col-start-2 flex gap-3 ${values.length > 1 ? 'justify-between' : 'justify-center'}`}>
				<span>{dayAndClock(first)}</span>
				{values.length > 1 && <span>{dayAndClock(last)}</span>}
			</div>
		</figure>
	);
}

const MAX_ROWS = 100;

function Table({ values, more }: { values: ValueAt[]; more: boolean }) {
	const shown = values.slice(-MAX_ROWS).reverse();
	return (
		<details className="text-small">
			<summary className="cursor-pointer text-muted hover:text-ink">As a table</summary>
			<div className="mt-3 overflow-x-auto">
				<table className="w-full text-left tabular-nums">
					<caption className="sr-only">
						{values.length > MAX_ROWS || more ? `The newest ${shown.length} values` : 'All values'}
					</caption>
					<thead>
						<tr className="text-muted">
							<th scope="col" className="py-1 pr-4 font-medium">
								Time
							</th>
							<th scope="col" className="py-1 text-right font-medium">
								Value
							</th>
						</tr>
					</thead>
					<tbody>
						{shown.map(({ id, at, value }) => (
							<tr key={id} className="border-t border-line">
								<td className="py-1 pr-4">{exactTime(at)}</td>
								<td className="py-1 text-right">{value.toLocaleString()}</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</details>
	);
}

const dayAndClock = (seconds: number) => `${shortDateOf(seconds * 1000)}, ${clockOf(seconds * 1000)}`;

function download(csv: string): void {
	const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
	const link = document.createElement('a');
	link.href = url;
	link.download = 'values.csv';
	link.click();
	URL.revokeObjectURL(url);
}
