import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** Nothing here yet: says so, then what to do next. */
export const EmptyState = ({ icon: Icon, title, children, action }: Props) => (
	<div className="grid animate-appear justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-14 text-center">
		<span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
			<Icon aria-hidden className="size-6" strokeWidth={1.75} />
		</span>
		<div className="grid max-w-md gap-1.5">
			<p className="font-semibold">{title}</p>
			{children && <p className="text-pretty text-muted">{children}</p>}
		</div>
		{action}
	</div>
);
