import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { PageTitle } from '../lib/page-title.tsx';
import { Failure } from '../ui/failure.tsx';

export function ScreenError() {
	const error = useRouteError();
	const client = useQueryClient();
	useEffect(() => {
		console.error(error);
		// Nothing on this screen uses these documents any more. They are refetched on the next visit.
		client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => queryKey[0] !== 'portal' });
	}, [error, client]);
	return (
		<div className="mx-auto w-full max-w-5xl p-4 sm:p-8">
			<PageTitle name="Something went wrong" />
			<h1 tabIndex={-1} data-page-heading className="sr-only">
				Something went wrong
			</h1>
			{/* A reload also loads the current version, if this one was replaced. */}
			<Failure
				title="This screen could not be shown."
				retry={() => window.location.reload()}
				retryLabel="Load again"
			>
				Nothing you saved is lost, and your automations keep running.
			</Failure>
		</div>
	);
}
