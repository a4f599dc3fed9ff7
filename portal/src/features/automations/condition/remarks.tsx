import { useQuery } from '@tanstack/react-query';
import { type Condition, canDecide, partsOf } from '@watchword/contract/condition';
import { conditionInWords } from '@watchword/contract/condition-words';
import { dayInWords } from '@watchword/contract/day-rule';
import { inWords } from '@watchword/contract/in-words';
import type { PromptReading } from '@watchword/contract/prompt-reading';
import { portalQuery } from '../../../lib/documents.ts';
import { Note } from '../../../ui/note.tsx';
import { dayOfNextRun } from '../sections/use-prompt-reading.ts';
import { missingInWords } from '../teach/taught-words.ts';
import type { Editor } from '../use-editor.ts';
import { nextDaysOf, problemsIn } from './problems.ts';

type Props = {
	editor: Editor;
	condition: Condition | null;
	reading: PromptReading | null;
	zones: readonly string[] | undefined;
};

/** The sentence for screen readers, and what to know about it before it is saved. */
export function Remarks({ editor: { form, base, clock }, condition, reading, zones }: Props) {
	const { data: portal } = useQuery(portalQuery);
	const trigger = form._triggerType;
	const today = dayOfNextRun(form, base, clock);
	const isDated = trigger === 'schedule' && partsOf(condition ?? NONE).some(({ is }) => is === 'days');
	const days = condition && isDated && today ? nextDaysOf(condition, new Date(today)) : null;
	const taught = reading?.taught;
	const isMissing = taught && taught.missing.yes + taught.missing.no > 0;
	return (
		<div role="status" className="contents text-small text-pretty text-muted">
			{condition && (
				<p className="sr-only">Watches for: {conditionInWords(condition, trigger) || 'nothing'}.</p>
			)}
			{days && (
				<p>
					{days.length > 0
						? `Next on ${inWords(
								days.map((day) => dayInWords(day, clock.now)),
								'and',
							)}.`
						: 'No such day comes.'}
				</p>
			)}
			{condition && problemsIn(condition, zones).map((problem) => <Note key={problem}>{problem}</Note>)}
			{condition && !canDecide(condition) && portal?.builtInModel && (
				<Note>
					As it stands, the built-in model will always answer “cannot tell”. Click the marked words to see
					what you can do.
				</Note>
			)}
			{reading && !reading.condition && <ReadAs reading={reading} />}
			{isMissing && (
				<p>
					“{taught.words}” can be taught below. {missingInWords(taught.missing)}
				</p>
			)}
		</div>
	);
}

const NONE: Condition = { is: 'all', of: [] };

/** A reading without a condition yet. */
const ReadAs = ({ reading: { readAs, beyond, why } }: { reading: PromptReading }) => (
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
	</>
);
