import type { AutomationSummary } from '@watchword/contract/automation';
import { Moon, Pause } from 'lucide-react';
import { restOf } from './rest.ts';
import { useRest } from './use-rest.ts';

type Props = {
	automation: Pick<AutomationSummary, 'id' | '_name' | '_paused' | '_snoozedUntil'>;
	now: number;
};

/** "Snoozed until 15:00 · Wake it", for an automation that notifies nobody at the moment. */
export function RestLine({ automation, now }: Props) {
	const { mutate, isPending, isError } = useRest(automation.id);
	const rest = restOf(automation, now);
	if (!rest) return null;
	const Icon = REST_ICONS[rest.state];
	return (
		<span className="inline-flex flex-wrap items-center gap-x-2 text-small text-attention">
			<Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
			<span className="font-medium">{rest.words}</span>
			<span aria-hidden>·</span>
			<button
				type="button"
				aria-disabled={isPending}
				onClick={() => !isPending && mutate('wake')}
				className="relative z-1 rounded-control font-medium underline underline-offset-2 hover:text-ink"
			>
				{rest.state === 'paused' ? 'Resume it' : 'Wake it'}
				<span className="sr-only">: {automation._name}</span>
			</button>
			{isError && <span role="alert">That did not work. Please try again.</span>}
		</span>
	);
}

export const REST_ICONS = { paused: Pause, snoozed: Moon } as const;
