import { useInfiniteQuery } from '@tanstack/react-query';
import type { SavedFilter, SavedFolder } from '@watchword/contract/saved';
import { SearchX } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { savedQuery } from '../../lib/run-documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { textLink } from '../../ui/text-link.ts';
import { TypedSearch } from '../../ui/typed-search.tsx';
import { nameOf } from './folders.tsx';
import { ResultCard } from './result-card.tsx';
import { Toolbar } from './toolbar.tsx';

type Props = {
	folders: SavedFolder[];
	/** The folder that is open; undefined for all of them. */
	folder: SavedFolder | undefined;
	filter: Pick<SavedFilter, 'automation' | 'run'>;
	onSaid(message: string): void;
};

export function Results({ folders, folder, filter, onSaid }: Props) {
	const [params, setParams] = useSearchParams();
	const search = params.get('search') ?? '';
	const query = useInfiniteQuery(savedQuery({ ...filter, ...(search && { search }) }));
	const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
	const now = useNow();
	const items = query.data?.pages.flatMap((page) => page.items) ?? [];
	// Results that were deleted elsewhere are no longer selected.
	const selected = items.filter(({ id }) => marked.has(id));
	const select = useCallback(
		(id: string, isSelected: boolean) =>
			setMarked((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id))),
		[],
	);
	const folderOf = useMemo(() => new Map(folders.map((one) => [one.id, one])), [folders]);
	const setSearch = (text: string) =>
		setParams(
			(before) => {
				const after = new URLSearchParams(before);
				if (text) after.set('search', text);
				else after.delete('search');
				if (!after.has('folder')) after.set('folder', 'all');
				return after;
			},
			{ replace: true },
		);

	return (
		<>
			<h2 className="text-lead font-semibold wrap-anywhere">{titleOf(filter, folder)}</h2>
			{filter.run ? (
				<Link to="/app/files?folder=all" className={`${textLink} justify-self-start text-small`}>
					Show all files
				</Link>
			) : (
				<search>
					<TypedSearch
						label="Search files"
						placeholder="Search sender, subject, evidence, file name"
						value={search}
						onChange={setSearch}
					/>
				</search>
			)}
			{!query.data ? (
				<NotLoaded query={query} loading={LOADING} title="Your files could not be loaded.">
					They are stored, and automations keep saving meanwhile.
				</NotLoaded>
			) : items.length === 0 ? (
				<EmptyState
					icon={SearchX}
					title={search ? 'No files match.' : 'There are no files here any more.'}
					action={search ? <Button onClick={() => setSearch('')}>Clear the search</Button> : null}
				>
					{search
						? 'A search finds beginnings of words in the sender, the subject, the evidence and the names of files.'
						: 'They were deleted, or were kept long enough.'}
				</EmptyState>
			) : (
				<>
					<Toolbar
						folder={search || filter.run ? undefined : folder}
						items={items}
						selected={selected}
						onSelect={(ids) => setMarked(new Set(ids))}
						onSaid={onSaid}
						onFolderGone={() => setParams({ folder: 'all' }, { replace: true })}
					/>
					<ul className="grid gap-3" aria-label="Results">
						{items.map((result) => (
							<li key={result.id}>
								<ResultCard
									result={result}
									folder={folder ? undefined : folderOf.get(result._automationId)}
									isSelected={marked.has(result.id)}
									onSelect={select}
									isOpenAtFirst={filter.run !== undefined}
									now={now}
								/>
							</li>
						))}
					</ul>
					{query.hasNextPage && (
						<div className="grid justify-items-center gap-3">
							{query.isFetchNextPageError && (
								<p role="alert" className="text-muted">
									Older results could not be loaded.
								</p>
							)}
							<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
								{query.isFetchNextPageError ? 'Try again' : 'Show older results'}
							</Button>
						</div>
					)}
				</>
			)}
		</>
	);
}

function titleOf({ run, automation }: Props['filter'], folder: Props['folder']): string {
	if (run) return 'The result of one run';
	if (folder) return nameOf(folder);
	return automation ? 'An empty folder' : 'All files';
}

const LOADING = (
	<div className="grid gap-3">
		<Skeleton className="h-11" />
		<Skeleton className="h-32 rounded-card" />
		<Skeleton className="h-32 rounded-card" />
	</div>
);
