import type { ReactNode } from 'react';

type Props = { title: string; children?: ReactNode; action?: ReactNode };

/** The heading of a screen. Focus lands on it after navigation, so that the new screen is read out. */
export const PageHeader = ({ title, children, action }: Props) => (
	<header className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
		<div className="grid flex-1 basis-64 gap-1.5">
			<h1 tabIndex={-1} data-page-heading className="text-title font-semibold text-balance wrap-anywhere">
				{title}
			</h1>
			{children && <p className="max-w-2xl text-pretty text-muted">{children}</p>}
		</div>
		{action}
	</header>
);
