import type { UseQueryResult } from '@tanstack/react-query';
import type { Billing, Outlook } from '@watchword/contract/billing';
import { Link } from 'react-router';
import { lastsInWords } from '../../product/lasts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';

type Props = { billing: UseQueryResult<Billing>; outlook: Outlook | undefined };

export function Credits({ billing: { data: billing, isFetching, refetch }, outlook }: Props) {
	return (
		<Card className="grid content-start gap-4 p-5">
			<h2 className="flex min-h-8 items-center font-semibold">Credits</h2>
			{!billing ? (
				<div role="alert" className="grid justify-items-start gap-3 text-small text-muted">
					Your balance could not be loaded. Your credits are safe.
					<Button busy={isFetching} onClick={() => void refetch()}>
						Try again
					</Button>
				</div>
			) : (
				<>
					<div className="grid gap-1">
						<p className="text-title font-semibold tabular-nums">{billing.creditBalance.toLocaleString()}</p>
						<p className="text-small text-muted">left on your balance</p>
						{billing.creditBalance > 0 && outlook && (
							<p className="text-small text-pretty text-muted">
								{lastsInWords(outlook.daysLeft, billing.creditBalance)}
							</p>
						)}
					</div>
					{billing.creditBalance === 0 && (
						<Note>Runs that cost credits are skipped until there are some.</Note>
					)}
					<Link to="/app/billing" className={buttonClasses('secondary', 'mt-auto justify-self-start')}>
						Buy credits
					</Link>
				</>
			)}
		</Card>
	);
}
