import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { StatementFilter } from '@watchword/contract/billing';
import { Download, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { automationsQuery, statementQuery, statementSearch } from '../../lib/documents.ts';
import { calendarDay, currentZone } from '../../lib/time.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Select } from '../../ui/select.tsx';
import { daysOf, PERIODS, type Period } from './period.ts';
import { KINDS, StatementTable } from './statement-table.tsx';

/** Where every credit came from and went. The filters are in the address, so that reload and back keep them. */
export function Statement() {
	const [params, setParams] = useSearchParams();
	const period = readPeriod(params.get('period'));
	const [automation, kind] = [params.get('automation') ?? '', params.get('kind') ?? ''];
	const filter = filterOf(period, automation, kind);
	const { data: automations } = useQuery(automationsQuery);
	const names = useMemo(
		() => [
			{ value: '', label: 'All automations' },
			...(automations ?? []).map(({ id, _name }) => ({ value: id, label: _name })),
		],
		[automations],
	);
	const query = useInfiniteQuery({ ...statementQuery(filter), placeholderData: keepPreviousData });
	const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
	const items = data?.pages.flatMap((page) => page.items);
	const [sums] = data?.pages ?? [];

	const set = (name: string, value: string) =>
		setParams(
			(before) => {
				const after = new URLSearchParams(before);
				if (value) after.set(name, value);
				else after.delete(name);
				return after;
			},
			{ preventScrollReset: true, replace: true },
		);

	return (
		<section aria-labelledby="statement" className="grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<h2 id="statement" className="font-semibold">
					Statement
				</h2>
				<a
					href={`/api/billing/statement.csv?${statementSearch(filter)}`}
					download
					className={buttonClasses('quiet', 'px-3')}
				>
					<Download aria-hidden className="size-4.5" /> Download CSV
				</a>
			</div>
			<search className="grid gap-3 sm:grid-cols-3">
				<Select
					label="Period"
					isLabelHidden
					value={period}
					onChange={(value) => set('period', value === 'month' ? '' : value)}
					options={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
				/>
				<Select
					label="Type"
					isLabelHidden
					value={kind}
					onChange={(value) => set('kind', value)}
					options={[
						{ value: '', label: 'Everything' },
						...Object.entries(KINDS).map(([value, { plural }]) => ({ value, label: plural })),
					]}
				/>
				<Select
					label="Automation"
					isLabelHidden
					value={automation}
					onChange={(value) => set('automation', value)}
					options={names}
				/>
			</search>
			{!items ? (
				<NotLoaded query={query} loading="h-64" title="Your statement could not be loaded.">
					Every credit is accounted for all the same.
				</NotLoaded>
			) : items.length === 0 ? (
				<EmptyState icon={ReceiptText} title="No credits came or went.">
					Purchases and what your automations cost are listed here, day by day.
				</EmptyState>
			) : (
				<StatementTable items={items} added={sums?.added ?? 0} spent={sums?.spent ?? 0} />
			)}
			{hasNextPage && (
				<Button
					className="justify-self-center"
					busy={isFetchingNextPage}
					onClick={() => void fetchNextPage()}
				>
					Show earlier days
				</Button>
			)}
		</section>
	);
}

const readPeriod = (text: string | null): Period =>
	text && Object.hasOwn(PERIODS, text) ? (text as Period) : 'month';

function filterOf(period: Period, automation: string, kind: string): Omit<StatementFilter, 'cursor'> {
	return {
		...daysOf(period, calendarDay(Date.now())),
		zone: currentZone(),
		...(automation && { automation }),
		...(kind && { kind: kind as keyof typeof KINDS }),
	};
}
