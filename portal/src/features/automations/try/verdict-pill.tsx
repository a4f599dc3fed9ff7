import type { Verdict } from '@watchword/contract/mark';
import { VERDICT_NAMES } from '../../../product/verdicts.ts';
import { classes } from '../../../ui/classes.ts';

const TONES: Record<Verdict, string> = {
	met: 'bg-accent-soft text-accent',
	'not met': 'bg-sunken text-muted',
	'cannot tell': 'bg-attention-soft text-attention',
};

export const VerdictPill = ({ verdict }: { verdict: Verdict }) => (
	<span className={classes('rounded-full px-2.5 py-0.5 text-small font-medium', TONES[verdict])}>
		{VERDICT_NAMES[verdict]}
	</span>
);
