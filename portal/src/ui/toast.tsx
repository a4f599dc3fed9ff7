import { CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';

type Props = { message: string | null; onDismiss: () => void };

const SHOWN_MS = 10_000;

/** A short message that something was done. Its region is always there, so that a new message is read out. */
export function Toast({ message, onDismiss }: Props) {
	useEffect(() => {
		if (message === null) return;
		const timer = setTimeout(onDismiss, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message, onDismiss]);

	return (
		<div
			role="status"
			aria-live="polite"
			className="pointer-events-none fixed inset-x-3 bottom-4 z-40 in-data-notice:bottom-32 grid justify-items-center"
		>
			{message !== null && (
				<div className="pointer-events-auto flex max-w-md animate-appear items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
					<CircleCheck aria-hidden className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
					<p className="text-small font-medium">{message}</p>
					<button
						type="button"
						aria-label="Dismiss"
						onClick={onDismiss}
						className="grid size-9 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
					>
						<X aria-hidden className="size-4" />
					</button>
				</div>
			)}
		</div>
	);
}
