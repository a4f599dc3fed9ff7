import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

type Props<T> = {
	query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
	/** The height of the skeleton, about that of the content. */
	height?: string;
	children: (data: T) => ReactNode;
};

/** A query in a card: a skeleton while it loads, a retry button if it failed, then the content. */
export function Loaded<T>({ query, height = 'h-11', children }: Props<T>) {
	const { data, isError, isFetching, refetch } = query;
	if (data !== undefined) return children(data);
	if (isError) {
		return (
			<div role="alert" className="grid justify-items-start gap-3 text-muted">
				This could not be loaded.
				<Button busy={isFetching} onClick={() => void refetch()}>
					Try again
				</Button>
			</div>
		);
	}
	return (
		<Loading text="Loading...">
			<Skeleton className={height} />
		</Loading>
	);
}
