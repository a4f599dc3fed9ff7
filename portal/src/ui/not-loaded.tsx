import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

type Props = {
	query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> };
	/** What is loaded: the placeholder, or its height, about that of the content. */
	loading?: ReactNode;
	/** Names what is missing if it failed, where it fills a screen or a part of one. */
	title?: string;
	/** Says what is safe, below that. */
	children?: ReactNode;
};

/** Stands where the content of a query comes: a placeholder while it loads, and a button to try again if it failed. */
export function NotLoaded({ query, loading = 'h-11', title, children }: Props) {
	const { isError, isFetching, refetch } = query;
	const retry = () => void refetch();
	if (!isError) {
		return (
			<Loading text="Loading...">
				{typeof loading === 'string' ? <Skeleton className={loading} /> : loading}
			</Loading>
		);
	}
	if (title) {
		return (
			<Failure title={title} retry={retry} retrying={isFetching}>
				{children}
			</Failure>
		);
	}
	return (
		<div role="alert" className="grid justify-items-start gap-3 text-muted">
			This could not be loaded.
			<Button busy={isFetching} onClick={retry}>
				Try again
			</Button>
		</div>
	);
}
