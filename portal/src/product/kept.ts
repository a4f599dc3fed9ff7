import type { PortalSettings } from '@watchword/contract/portal';

type Kept = PortalSettings['keptDays'];

const WHERE: [keyof Kept, string][] = [
	['not-met', 'where the condition was not met'],
	['cannot-tell', 'where it could not be decided'],
	['failed', 'where they failed'],
	['skipped', 'where they were skipped'],
];

export const daysInWords = (days: number) => (days === 1 ? 'one day' : `${days.toLocaleString('en')} days`);

/** How long runs are kept: the usual time, then the outcomes that differ. */
export function runsKept(kept: Kept): string {
	const others = WHERE.filter(([outcome]) => kept[outcome] !== kept.done);
	const parts = others.map(([outcome, where]) => `for ${daysInWords(kept[outcome])} ${where}`);
	return [`Runs are kept for ${daysInWords(kept.done)}`, ...parts].join(', ');
}
