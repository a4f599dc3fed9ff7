import { ArrowUp } from 'lucide-react';

type Props = { count: number; isMore: boolean; onShow(): void };

/** New runs wait behind this button, so that the list does not move while the customer reads. */
export const NewRuns = ({ count, isMore, onShow }: Props) => (
	<div role="status" className="sticky top-[calc(var(--spacing-bar)+0.75rem)] z-10 flex h-0 justify-center">
		{count > 0 && (
			<button
				type="button"
				onClick={onShow}
				className="flex h-10 animate-appear items-center gap-2 rounded-full border border-line bg-surface px-4 text-small font-medium text-accent tabular-nums shadow-float hover:border-line-strong"
			>
				<ArrowUp aria-hidden className="size-4" />
				{isMore ? 'New runs' : count === 1 ? '1 new run' : `${count} new runs`}
			</button>
		)}
	</div>
);
