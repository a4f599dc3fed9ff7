import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { automationsQuery } from '../../../lib/documents.ts';
import { useSession } from '../../../lib/session.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { MANY, SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Creation } from '../use-create.ts';
import { ListLines } from './list-lines.tsx';
import { arranged, linesOf, ORDERS, type Order } from './list-order.ts';
import { NewButton } from './new-button.tsx';

type Props = { chosen: string | undefined; creation: Creation };

/** The automations that the user document lists. Their names come with their own documents. */
export function AutomationList({ chosen, creation }: Props) {
	const ids = useSession().currentUserDetails?.automations;
	const { data: automations, isFetching, isError, refetch } = useQuery(automationsQuery);
	const [search, setSearch] = useState('');
	const [order, setOrder] = useState<Order>('oldest');
	// Typing shows at once; a long list follows.
	const [asked, by] = [useDeferredValue(search), useDeferredValue(order)];
	const now = useNow();
	const hasFailed = isError && !automations;
	// Without names, customers could not distinguish the automations.
	const lines = useMemo(
		() => (hasFailed ? [] : linesOf(ids ?? [], automations, isFetching, now)),
		[ids, automations, isFetching, hasFailed, now],
	);
	const isMany = lines.length > MANY;
	const shown = useMemo(() => (isMany ? arranged(lines, asked, by) : lines), [lines, isMany, asked, by]);

	return (
		<div className="grid gap-3">
			<div className="flex items-center justify-between gap-3">
				<p className="pl-3 text-small text-muted tabular-nums">
					{isMany ? `${lines.length.toLocaleString()} automations` : 'Your automations'}
				</p>
				<NewButton creation={creation} />
			</div>
			{isMany && (
				<div className="grid gap-2">
					<SearchField label="Search automations" value={search} onChange={setSearch} />
					<Select
						label="Order"
						isLabelHidden
						options={Object.entries(ORDERS).map(([value, label]) => ({ value, label }))}
						value={order}
						onChange={(order) => setOrder(order as Order)}
					/>
				</div>
			)}
			{hasFailed && (
				<div role="alert" className="grid justify-items-start gap-2 px-3 text-small">
					<p className="text-attention">Your automations could not be loaded. They keep running meanwhile.</p>
					<Button busy={isFetching} onClick={() => void refetch()}>
						Try again
					</Button>
				</div>
			)}
			{lines.length === 0 && !hasFailed && (
				<div className="grid gap-1 rounded-card bg-sunken px-4 py-3.5 text-small">
					<p className="font-medium">No automations available.</p>
					<p className="text-muted">
						An automation waits for an email, a time of day or a capture, and then follows your prompt. Begin
						with the + above.
					</p>
				</div>
			)}
			{lines.length > 0 && shown.length === 0 && (
				<p role="status" className="px-3 py-2 text-small text-muted">
					No automation is called that.
				</p>
			)}
			{shown.length > 0 && <ListLines lines={shown} chosen={chosen} />}
		</div>
	);
}
