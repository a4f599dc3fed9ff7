const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
	['year', 31_536_000],
	['month', 2_592_000],
	['week', 604_800],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
];
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** "3 minutes ago". Both in seconds since 1970. */
export function timeInWords(then: number, now = Date.now() / 1000): string {
	const distance = then - now;
	for (const [unit, seconds] of STEPS) {
		if (Math.abs(distance) >= seconds) return words.format(Math.trunc(distance / seconds), unit);
	}
	return 'just now';
}

export const exactTime = (seconds: number) => exact.format(seconds * 1000);

/** "in 40 seconds", "in 2 minutes": never sooner than it is. */
export const waitInWords = (seconds: number) =>
	seconds < 60
		? words.format(Math.max(1, Math.ceil(seconds)), 'second')
		: words.format(Math.ceil(seconds / 60), 'minute');
