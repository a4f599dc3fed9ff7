/** "Decided by the built-in model in 1.9 s" */
export function decidedBy(model: string | null, ms: number | null): string {
	if (model === null) return 'No model was asked';
	const who = model === 'built-in' ? 'the built-in model' : model;
	if (ms === null) return `Decided by ${who}`;
	return `Decided by ${who} ${ms < 100 ? 'at once' : `in ${(ms / 1000).toFixed(1)} s`}`;
}
