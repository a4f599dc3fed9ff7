export type Joint = 'and' | 'or' | 'but' | 'with' | 'comma' | 'unless';

/** Words that join the parts of a condition. */
export const JOINTS = new Map<string, Joint>([
	['and', 'and'],
	['plus', 'and'],
	['or', 'or'],
	['nor', 'or'],
	['but', 'but'],
	['with', 'with'],
	['having', 'with'],
	[',', 'comma'],
	[':', 'comma'],
	['unless', 'unless'],
]);
