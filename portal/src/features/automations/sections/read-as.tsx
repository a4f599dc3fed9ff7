import { useQuery } from '@tanstack/react-query';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { portalQuery } from '../../../lib/documents.ts';
import { missingInWords } from '../teach/words.ts';
import type { Editor } from '../use-editor.ts';
import { usePromptReading } from './use-prompt-reading.ts';

/** How the built-in model reads the prompt, so that the customer notices a wrong reading before saving. */
export function ReadAs({ editor }: { editor: Editor }) {
	const { data: portal } = useQuery(portalQuery);
	const reading = usePromptReading(editor, portal?.builtInModel === true);
	if (!portal?.builtInModel) return null;
	// The region is always there, so that screen readers announce its changes.
	return (
		<div role="status" aria-live="polite" className="text-small text-pretty text-muted">
			{reading && <Words reading={reading} />}
		</div>
	);
}

const Words = ({ reading: { readAs, beyond, why, taught } }: { reading: PromptReading }) => (
	<>
		{readAs && (
			<p>
				Read as: <span className="text-ink">{readAs}</span>.
			</p>
		)}
		{beyond.length > 0 && (
			<p className="text-attention">
				Beyond the built-in model: {beyond.map((words) => `‘${words}’`).join(', ')}. Where they matter, it
				cannot tell.
			</p>
		)}
		{why && <p className="text-attention">Beyond the built-in model. {why}</p>}
		{taught && taught.missing.yes + taught.missing.no > 0 && (
			<p>
				‘{taught.words}’ can be taught below. {missingInWords(taught.missing)}
			</p>
		)}
		{!readAs && !why && beyond.length === 0 && <p>It finds nothing to look for in this prompt yet.</p>}
	</>
);
