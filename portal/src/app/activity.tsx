import { useIsFetching } from '@tanstack/react-query';
import { useNavigation } from 'react-router';

/** A thin progress line at the top while documents or a screen load. It appears after a short delay. */
export function Activity() {
	const busy = useIsFetching() > 0;
	const navigating = useNavigation().state !== 'idle';
	if (!busy && !navigating) return null;
	return (
		<div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late overflow-hidden">
			<div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
		</div>
	);
}
