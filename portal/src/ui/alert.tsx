import { CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Tone = 'success' | 'attention' | 'loss';

const TONES: Record<Tone, { icon: LucideIcon; look: string }> = {
	success: { icon: CircleCheck, look: 'bg-accent-soft text-accent' },
	attention: { icon: CircleAlert, look: 'bg-attention-soft text-attention' },
	loss: { icon: CircleAlert, look: 'bg-loss-soft text-loss' },
};

/** A message in the page. Screen readers announce it when it appears. */
export function Alert({ tone, children }: { tone: Tone; children: ReactNode }) {
	const { icon: Icon, look } = TONES[tone];
	return (
		<div
			role="alert"
			className={classes('flex animate-appear gap-3 rounded-control px-4 py-3 text-small', look)}
		>
			<Icon aria-hidden className="mt-px size-4.5 shrink-0" />
			<div className="grid min-w-0 gap-1 font-medium">{children}</div>
		</div>
	);
}
