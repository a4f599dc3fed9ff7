import { useId } from 'react';
import { inputClasses } from './field.tsx';

type Props = {
	label: string;
	/** Times of day, HH:MM. */
	start: string;
	end: string;
	onChange: (change: { start?: string; end?: string }) => void;
	hint?: string | undefined;
	/** What is wrong with the range. */
	error?: string | undefined;
};

/** From one time of day to another. */
export function TimeRange({ label, start, end, onChange, hint, error }: Props) {
	const id = useId();
	const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
	const shared = {
		type: 'time',
		required: true,
		'aria-invalid': error ? true : undefined,
		'aria-describedby': described,
		// On the narrowest phones there is room for the time alone. The field opens the picker there.
		className: inputClasses(
			Boolean(error),
			'tabular-nums max-[24rem]:px-2 max-[24rem]:[&::-webkit-calendar-picker-indicator]:hidden',
		),
	} as const;
	return (
		<fieldset className="grid min-w-0 gap-1.5">
			<legend className="mb-1.5 text-small font-medium">{label}</legend>
			<div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3">
				<input
					{...shared}
					aria-label="Start time"
					value={start}
					onChange={(event) => onChange({ start: event.target.value })}
				/>
				<span aria-hidden className="text-small text-muted">
					and
				</span>
				<input
					{...shared}
					aria-label="End time"
					value={end}
					onChange={(event) => onChange({ end: event.target.value })}
				/>
			</div>
			{error && (
				<p id={`${id}-error`} role="alert" className="text-small text-loss">
					{error}
				</p>
			)}
			{hint && (
				<p id={`${id}-hint`} className="text-small text-muted">
					{hint}
				</p>
			)}
		</fieldset>
	);
}
