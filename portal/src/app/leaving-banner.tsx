import { CalendarX } from 'lucide-react';
import { DayText } from '../product/day-text.tsx';
import { KeepAccount } from '../product/keep-account.tsx';

/** Shown on every screen while the account's deletion is scheduled. */
export const LeavingBanner = ({ leavesAt }: { leavesAt: string }) => (
	<section
		aria-label="This account is going to be deleted"
		className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-attention-soft px-4 py-3"
	>
		<CalendarX aria-hidden className="size-5 shrink-0 text-attention" strokeWidth={1.75} />
		<p className="min-w-48 flex-1 text-small font-medium text-pretty">
			This account is deleted on <DayText iso={leavesAt} />. Until then cameras and automations go on, but API
			tokens, feeds and shared links do not work.
		</p>
		<KeepAccount />
	</section>
);
