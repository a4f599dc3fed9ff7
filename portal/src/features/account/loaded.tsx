import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../ui/not-loaded.tsx';

type Props<T> = {
	query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
	/** The height of the skeleton, about that of the content. */
	height?: string;
	children: (data: T) => ReactNode;
};

/** A query in a card. */
export const Loaded = <T,>({ query, height, children }: Props<T>) =>
	query.data === undefined ? <NotLoaded query={query} loading={height} /> : children(query.data);
