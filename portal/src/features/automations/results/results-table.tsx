import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ResultField } from '@watchword/contract/field';
import type { Result, ResultsFilter } from '@watchword/contract/results';
import { Download, Pencil } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { resultsQuery } from '../../../lib/run-documents.ts';
import { clockOf, exactTime, shortDateOf } from '../../../lib/time.ts';
import { correctedIn, shownIn, shownValue } from '../../../product/field-values.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { CellDialog } from './cell-dialog.tsx';
import { FeedButton } from './feed-dialog.tsx';
import { filterOf, isFiltered, NO_FILTER, ResultsFilters } from './results-filters.tsx';

type Order = 'oldest' | undefined;
type Chosen = { row: Result; field: ResultField } | null;

type Props = { automationId: string; fields: ResultField[] };

/** The columns are the saved fields: values of a renamed field appear under its new name at once. */
export default function ResultsTable({ automationId, fields }: Props) {
	const [typed, setTyped] = useState(NO_FILTER);
	const [order, setOrder] = useState<Order>();
	const [chosen, setChosen] = useState<Chosen>(null);
	const filter = useDeferredValue(filterOf(typed));
	const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
		useInfiniteQuery({
			...resultsQuery(automationId, { ...filter, ...(order && { order }) }),
			placeholderData: keepPreviousData,
		});
	if (!data && !isError) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-40" />
			</Loading>
		);
	}
	const items = data?.pages.flatMap((page) => page.items);
	const isEmpty = items?.length === 0 && !isFiltered(typed);
	return (
		<div className="grid min-w-0 gap-4">
			{isEmpty ? (
				<p className="text-pretty text-muted">
					No results yet. The next run adds the first row; “Try it” shows what it would find.
				</p>
			) : (
				<>
					<ResultsFilters fields={fields} typed={typed} onChange={setTyped} />
					{items ? (
						<Table {...{ fields, items, order }} onSort={setOrder} onChoose={setChosen} />
					) : (
						<Failure
							title="The results could not be loaded."
							retry={() => void refetch()}
							retrying={isFetching}
						>
							They are recorded.
						</Failure>
					)}
					{items?.length === 0 && <p className="text-muted">Nothing matches.</p>}
					{hasNextPage && (
						<Button
							className="justify-self-center"
							busy={isFetchingNextPage}
							onClick={() => void fetchNextPage()}
						>
							Show more
						</Button>
					)}
				</>
			)}
			<div className="flex flex-wrap items-center gap-2">
				{!isEmpty && <Downloads automationId={automationId} filter={filter} />}
				<FeedButton automationId={automationId} />
			</div>
			<CellDialog chosen={chosen} onClose={() => setChosen(null)} />
		</div>
	);
}

function Downloads({ automationId, filter }: { automationId: string; filter: ResultsFilter }) {
	const given = Object.entries(filter).map(([name, value]) => [name, String(value)]);
	const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
	return (['csv', 'json'] as const).map((format) => (
		<a
			key={format}
			href={`/api/automations/${automationId}/results.${format}${search}`}
			download
			className={buttonClasses('secondary', 'px-4')}
		>
			<Download aria-hidden className="size-4" /> {format.toUpperCase()}
		</a>
	));
}

type TableProps = {
	fields: ResultField[];
	items: Result[];
	order: Order;
	onSort: (order: Order) => void;
	onChoose: (chosen: Chosen) => void;
};

function Table({ fields, items, order, onSort, onChoose }: TableProps) {
	const head = 'px-3 py-2 font-medium whitespace-nowrap';
	return (
		<section aria-label="Table of results" className="overflow-x-auto rounded-control border border-line">
			<table className="w-full text-left text-small tabular-nums">
				<thead className="bg-sunken text-muted">
					<tr>
						<th scope="col" className={head} aria-sort={order ? 'ascending' : 'descending'}>
							<button
								type="button"
								className="hover:text-ink"
								onClick={() => onSort(order ? undefined : 'oldest')}
							>
								Time <span aria-hidden>{order ? '↑' : '↓'}</span>
							</button>
						</th>
						{fields.map(({ id, name }) => (
							<th key={id} scope="col" className={head}>
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{items.map((row) => (
						<tr key={row.id} className="border-t border-line">
							<td className="px-3 py-1.5 whitespace-nowrap">
								<Link to={`/app/runs?run=${row.id}`} className="hover:underline" title={exactTime(row.at)}>
									{`${shortDateOf(row.at * 1000)}, ${clockOf(row.at * 1000)}`}
								</Link>
							</td>
							{fields.map((field) => (
								<td key={field.id} className="p-0">
									<Cell row={row} field={field} onChoose={() => onChoose({ row, field })} />
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

function Cell({ row, field, onChoose }: { row: Result; field: ResultField; onChoose: () => void }) {
	const text = shownValue(shownIn(row, field.id));
	const isCorrected = correctedIn(row, field.id);
	return (
		<button
			type="button"
			aria-label={`${field.name}: ${text || 'empty'}${isCorrected ? ', corrected' : ''}`}
			onClick={onChoose}
			className="flex min-h-9 w-full items-center gap-1.5 px-3 py-1.5 text-left hover:bg-sunken"
		>
			<span className="line-clamp-2 max-w-64 min-w-0 break-words">
				{text || <span className="text-muted">–</span>}
			</span>
			{isCorrected && <Pencil aria-hidden className="size-3.5 shrink-0 text-accent" />}
		</button>
	);
}
