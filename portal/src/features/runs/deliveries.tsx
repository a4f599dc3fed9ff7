import type { RunDelivery } from '@watchword/contract/run';
import { BellRing, MessageCircle, Webhook } from 'lucide-react';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { TimeText } from '../../ui/time-text.tsx';

const ICONS = { push: BellRing, webhook: Webhook, channel: MessageCircle };

const WORDS: Record<RunDelivery['status'], string> = {
	waiting: 'On its way to',
	sent: 'Sent to',
	failed: 'Did not reach',
	dropped: 'Not sent to',
};

/** What was sent to programs, phones and channels because of a run. */
export function Deliveries({ deliveries }: { deliveries: readonly RunDelivery[] }) {
	const now = useNow();
	return (
		<ul className="grid gap-2">
			{deliveries.map(({ kind, target, status, problem, at }, index) => {
				const Icon = ICONS[kind];
				const seconds = Date.parse(at) / 1000;
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and targets may repeat.
					<li key={index} className="flex gap-2">
						<Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted" strokeWidth={1.75} />
						<div className="grid min-w-0 gap-0.5">
							<p className="wrap-anywhere">
								{WORDS[status]} {target},{' '}
								<TimeText iso={at} words={timeInWords(seconds, now / 1000)} exact={exactTime(seconds)} />
							</p>
							{problem && <p className="text-small text-muted">{problem}</p>}
						</div>
					</li>
				);
			})}
		</ul>
	);
}
