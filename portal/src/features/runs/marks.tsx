import { expectedVerdicts } from '@watchword/contract/mark';
import type { Run } from '@watchword/contract/run';
import { MarkButtons } from '../../product/mark-buttons.tsx';
import { useMark } from '../../product/use-mark.ts';
import { expectedInWords, modelLinks } from '../../product/verdicts.ts';
import { TextLinks } from '../../ui/text-links.tsx';

/** The customer marks a verdict as right or wrong. Marked runs become the test set of their automation. */
export function Marks({ run: { id, action_verdict: verdict, _mark } }: { run: Run }) {
	const mark = useMark(id);
	if (!verdict) return null;
	return (
		<div className="grid gap-2">
			<MarkButtons
				question="Was this verdict right?"
				mark={_mark}
				busy={mark.isPending}
				onMark={(word) => mark.mutate(word)}
			/>
			<p role="status" className={`text-small empty:hidden ${mark.isError ? 'text-loss' : 'text-muted'}`}>
				{mark.isError
					? 'The mark could not be kept. Please try again.'
					: _mark &&
						`Expected: ${expectedInWords(expectedVerdicts(verdict, _mark))}. “Try it” in the editor tests your prompt against it.`}
			</p>
		</div>
	);
}

/** Shown if the built-in model could not decide: links to what it knows and how to use another. */
export const BeyondBuiltIn = ({ run }: { run: Run }) =>
	run.action_verdict === 'cannot tell' && run.model === 'built-in' ? (
		<p className="text-small text-muted">
			The built-in model decided this. <TextLinks links={modelLinks()} />
		</p>
	) : null;
