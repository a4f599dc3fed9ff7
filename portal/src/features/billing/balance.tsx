import { useQuery } from '@tanstack/react-query';
import { CREDITS_PER_DOLLAR, CURRENCY, FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import { billingQuery, outlookQuery } from '../../lib/documents.ts';
import { counted } from '../../product/counted.ts';
import { lastsInWords } from '../../product/lasts.ts';
import { Card } from '../../ui/card.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';

export function Balance() {
	const query = useQuery(billingQuery);
	const billing = query.data;
	const { data: outlook } = useQuery(outlookQuery);
	if (!billing) {
		return (
			<NotLoaded query={query} loading="h-48" title="Your balance could not be loaded.">
				Your credits are safe.
			</NotLoaded>
		);
	}
	const price = outlook?.creditsPerRun ?? 1;
	return (
		<Card className="grid gap-4 p-6">
			<div className="grid gap-1.5">
				<h2 className="text-title font-semibold tabular-nums">
					Balance: {billing.creditBalance.toLocaleString()} credits
				</h2>
				<p className="min-h-6 text-pretty text-muted">
					{outlook && lastsInWords(outlook.daysLeft, billing.creditBalance)}
				</p>
			</div>
			<ul className="grid gap-1 border-t border-line pt-4 text-small text-pretty text-muted">
				<li>A run costs {counted(price, 'credit')}; one that fails or cannot tell costs nothing.</li>
				<li>
					Each device includes {FREE_AUTOMATIONS_PER_DEVICE} free automations before credits are charged.
				</li>
				<li>
					One dollar ({CURRENCY}) buys {CREDITS_PER_DOLLAR} credits.
				</li>
			</ul>
		</Card>
	);
}
