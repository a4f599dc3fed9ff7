import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

type Props = { logo: ReactNode; title: string; intro?: ReactNode; children: ReactNode; footer: ReactNode };

/** The page around each of the account forms. */
export const Frame = ({ logo, title, intro, children, footer }: Props) => (
	<main className="mx-auto grid min-h-dvh w-full max-w-md grid-rows-[1fr_auto] gap-8 px-4 py-8">
		<div className="grid content-center gap-8">
			<div className="justify-self-center">{logo}</div>
			<Card className="grid gap-6 p-6 sm:p-8">
				<div className="grid gap-1.5">
					<h1 tabIndex={-1} data-page-heading className="text-title font-semibold text-balance">
						{title}
					</h1>
					{intro && <p className="text-pretty text-muted">{intro}</p>}
				</div>
				{children}
			</Card>
		</div>
		<footer className="flex flex-wrap justify-center gap-x-6 gap-y-2 text-center text-small text-muted">
			{footer}
		</footer>
	</main>
);
