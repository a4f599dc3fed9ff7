export const PERIODS = {
	month: 'This month',
	before: 'Last month',
	quarter: 'Last 90 days',
	year: 'Last 365 days',
} as const;
export type Period = keyof typeof PERIODS;

/** The first and the last day of a period that ends today. */
export function daysOf(period: Period, today: string): { from: string; to: string } {
	const day = (year: number, month: number, date: number) => {
		const at = new Date(Date.UTC(year, month, date));
		return at.toISOString().slice(0, 10);
	};
	const [year = 0, nth = 1, date = 1] = today.split('-').map(Number);
	const month = nth - 1;
	const to = today;
	if (period === 'month') return { from: day(year, month, 1), to };
	if (period === 'before') return { from: day(year, month - 1, 1), to: day(year, month, 0) };
	return { from: day(year, month, date - (period === 'quarter' ? 89 : 364)), to };
}
