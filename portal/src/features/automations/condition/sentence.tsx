import type { Condition } from '@watchword/contract/condition';
import { type Piece, piecesOf } from '@watchword/contract/condition-words';
import { classes } from '../../../ui/classes.ts';
import { conditionAt } from './edit.ts';
import type { Target } from './part-window.tsx';
import { nameOf } from './parts.ts';

type Props = {
	condition: Condition;
	trigger: Parameters<typeof piecesOf>[1];
	/** The piece whose window is open. */
	opened: Target | null;
	onOpen: (target: Target) => void;
};

/** Finds the button of a piece in the page. */
export const keyOf = (target: Target) =>
	target === 'add' ? 'add' : `${target.path.join('.')}:${target.field}${target.before ?? ''}`;

/** The condition, word by word. What can be changed is a button. */
export function Sentence({ condition, trigger, opened, onOpen }: Props) {
	const pieces = piecesOf(condition, trigger);
	return pieces.map((piece, at) => {
		const { text, path, field, beyond } = piece;
		if (field === undefined)
			return (
				// biome-ignore lint/suspicious/noArrayIndexKey: a text is its place in the sentence.
				<span key={`text ${at}`} className={text === '(' ? '-mr-1' : text === ')' ? '-ml-1' : undefined}>
					{text}
				</span>
			);
		const target = targetOf(piece, pieces[at + 1]);
		const key = keyOf(target);
		const part = conditionAt(condition, path);
		return (
			<button
				key={key}
				type="button"
				data-part={key}
				aria-haspopup="dialog"
				aria-expanded={opened !== null && keyOf(opened) === key}
				aria-label={part && `${nameOf(part, field)}: ${text}`}
				onClick={() => onOpen(target)}
				className={classes(
					'max-w-full rounded-control border px-2 py-0.5 text-left font-medium wrap-anywhere transition-colors',
					beyond
						? 'border-dashed border-attention bg-attention-soft text-attention'
						: field === 'is'
							? 'border-transparent text-muted underline decoration-dotted underline-offset-4 hover:border-line-strong'
							: 'border-transparent bg-accent-soft text-accent hover:border-accent aria-expanded:border-accent',
				)}
			>
				<span className="line-clamp-3">{text}</span>
			</button>
		);
	});
}

/** An "and" belongs to its group; what follows it says before which part it stands. */
function targetOf({ path, field = '' }: Piece, next: Piece | undefined): Target {
	if (field !== 'is') return { path, field };
	const before = next?.path[path.length];
	return before === undefined ? { path, field } : { path, field, before };
}
