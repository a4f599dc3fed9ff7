import { expectedVerdicts } from '@watchword/contract/mark';
import type { Run } from '@watchword/contract/run';
import { useMark } from '../../lib/use-mark.ts';
import { modelLinks, verdictsInWords } from '../../lib/verdicts.ts';
import { MarkButtons } from '../../ui/mark-buttons.tsx';
import { TextLinks } from '../../ui/text-links.tsx';

/** The customer's word on a verdict. What is marked becomes the test set of its automation. */
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
						`Expected: ${verdictsInWords(expectedVerdicts(verdict, _mark))}. “Try it” in the editor tests your prompt against it.`}
			</p>
		</div>
	);
}

/** Where the built-in model was at its end: what it knows, and the way to another. */
export const BeyondBuiltIn = ({ run }: { run: Run }) =>
	run.action_verdict === 'cannot tell' && run.model === 'built-in' ? (
		<p className="text-small text-muted">
			The built-in model decided this. <TextLinks links={modelLinks()} />
		</p>
	) : null;
