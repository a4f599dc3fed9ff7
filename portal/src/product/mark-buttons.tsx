import type { Mark } from '@watchword/contract/mark';
import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { classes } from '../ui/classes.ts';

type Props = {
	question: string;
	mark: Mark | null;
	busy: boolean;
	/** Null when the pressed button is pressed again. */
	onMark: (mark: Mark | null) => void;
};

const OPTIONS = [
	{ own: 'right', label: 'Right', icon: Check, pressed: 'border-accent bg-accent-soft text-accent' },
	{ own: 'wrong', label: 'Wrong', icon: X, pressed: 'border-attention bg-attention-soft text-attention' },
] as const;

/** Two toggle buttons: right and wrong. At most one is pressed. */
export function MarkButtons({ question, mark, busy, onMark }: Props) {
	const id = useId();
	return (
		<fieldset aria-labelledby={id} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
			<span id={id} className="text-small">
				{question}
			</span>
			<div className="flex gap-2">
				{OPTIONS.map(({ own, label, icon: Icon, pressed }) => (
					<button
						key={own}
						type="button"
						aria-pressed={mark === own}
						aria-disabled={busy}
						onClick={() => !busy && onMark(mark === own ? null : own)}
						className={classes(
							'inline-flex h-9 items-center gap-1.5 rounded-control border px-3 text-small font-medium transition-colors',
							mark === own ? pressed : 'border-line-strong bg-surface hover:border-muted',
						)}
					>
						<Icon aria-hidden className="size-4" />
						{label}
					</button>
				))}
			</div>
		</fieldset>
	);
}
