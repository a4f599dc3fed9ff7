export const PERIODS = {
	month: 'This month',
	before: 'Last month',
	quarter: 'Last 90 days',
	year: 'Last 365 days',
} as const;
export type Period = keyof typeof PERIODS;

/** The first and the last day of a period, as the calendar on the wall has them. */
export function daysOf(period: Period, now: Date): { from: string; to: string } {
	const day = (year: number, month: number, date: number) => {
		const at = new Date(Date.UTC(year, month, date));
		return at.toISOString().slice(0, 10);
	};
	const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
	const to = day(year, month, date);
	if (period === 'month') return { from: day(year, month, 1), to };
	if (period === 'before') return { from: day(year, month - 1, 1), to: day(year, month, 0) };
	return { from: day(year, month, date - (period === 'quarter' ? 89 : 364)), to };
}
