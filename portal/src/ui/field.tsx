import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classes } from './classes.ts';

type Props = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
	label: string;
	hint?: ReactNode;
	/** What is wrong with the value. */
	error?: string | undefined;
};

export const inputClasses = (invalid: boolean, extra?: string | false) =>
	classes(
		'h-11 w-full rounded-control border bg-surface px-3.5 transition-colors placeholder:text-muted',
		invalid ? 'border-loss' : 'border-line-strong hover:border-muted',
		extra,
	);

export function Field({ label, hint, error, type = 'text', ...rest }: Props) {
	const id = useId();
	const [revealed, setRevealed] = useState(false);
	const isPassword = type === 'password';
	const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');

	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-small font-medium">
				{label}
			</label>
			<div className="relative">
				<input
					{...rest}
					id={id}
					type={isPassword && revealed ? 'text' : type}
					aria-invalid={error ? true : undefined}
					aria-describedby={described || undefined}
					className={inputClasses(Boolean(error), isPassword && 'pr-16')}
				/>
				{isPassword && (
					<button
						type="button"
						aria-controls={id}
						aria-pressed={revealed}
						onClick={() => setRevealed(!revealed)}
						className="absolute inset-y-1 right-1 rounded-control px-3 text-small font-medium text-muted hover:text-ink"
					>
						{revealed ? 'Hide' : 'Show'}
					</button>
				)}
			</div>
			{error && (
				<p id={`${id}-error`} className="text-small text-loss">
					{error}
				</p>
			)}
			{hint && (
				<p id={`${id}-hint`} className="text-small text-muted">
					{hint}
				</p>
			)}
		</div>
	);
}
