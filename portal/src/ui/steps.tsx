import type { ReactNode } from 'react';

export const Steps = ({ children }: { children: ReactNode }) => <ol className="grid gap-5">{children}</ol>;

export const Step = ({ number, children }: { number: number; children: ReactNode }) => (
	<li className="grid grid-cols-[auto_1fr] gap-3.5">
		<span
			aria-hidden
			className="grid size-6 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent"
		>
			{number}
		</span>
		<div className="grid min-w-0 gap-3">{children}</div>
	</li>
);
