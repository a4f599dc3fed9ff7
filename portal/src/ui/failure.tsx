import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = {
	title: string;
	/** Says what is safe and what to do next. */
	children: ReactNode;
	retry: () => void;
	retryLabel?: string;
	retrying?: boolean;
};

/** Shown instead of content that failed to load, with a button to try again. */
export const Failure = ({ title, children, retry, retryLabel = 'Try again', retrying = false }: Props) => (
	<div
		role="alert"
		className="grid animate-appear justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-14 text-center"
	>
		<span className="grid size-14 place-items-center rounded-full bg-attention-soft text-attention">
			<CloudOff aria-hidden className="size-6" strokeWidth={1.75} />
		</span>
		<div className="grid max-w-md gap-1.5">
			<p className="font-semibold">{title}</p>
			<p className="text-pretty text-muted">{children}</p>
		</div>
		<Button onClick={retry} busy={retrying}>
			{retryLabel}
		</Button>
	</div>
);
