import type { Dashboard } from '@watchword/contract/dashboard';
import { counted } from '../../product/counted.ts';

/**
 * What a camera's day was like. It is quiet only if its pictures were judged and nothing was found: a run that failed, or could
 * not tell, has not seen that there was nothing.
 */
export function summaryOf(episodes: number, runs: Dashboard['cameras']): string {
	const count = (...outcomes: Dashboard['cameras'][number]['outcome'][]) =>
		runs.filter(({ outcome }) => outcomes.includes(outcome)).reduce((sum, one) => sum + one.runs, 0);
	const [found, unclear, failed] = [count('done'), count('cannot-tell'), count('failed')];
	const parts = [
		episodes > 0 && counted(episodes, 'episode'),
		found > 0 && `${counted(found, 'run')} done`,
		unclear > 0 && `${unclear.toLocaleString()} could not tell`,
		failed > 0 && `${failed.toLocaleString()} failed`,
	].filter(Boolean);
	if (parts.length > 0) return parts.join(', ');
	return count('not-met') > 0 ? 'Quiet so far' : 'Nothing judged yet';
}
