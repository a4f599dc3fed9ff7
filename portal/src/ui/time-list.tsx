import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { inputClasses } from './field.tsx';

type Props = {
	label: string;
	/** Times of day, HH:MM; a blank row is an empty text. */
	rows: string[];
	onChange: (rows: string[]) => void;
	/** Called when the focus leaves the list. Sorting waits for that, so that it does not disturb typing. */
	onLeave: () => void;
	error?: string | undefined;
};

const rowButton =
	'grid size-11 place-items-center rounded-control border border-line bg-surface text-lead leading-none text-ink transition-colors hover:border-line-strong';

/** A list of times of day, one per row, with buttons to add and remove rows. */
export function TimeList({ label, rows, onChange, onLeave, error }: Props) {
	const id = useId();
	const list = useRef<HTMLUListElement>(null);
	/** The row to focus after the next render. */
	const [wanted, setWanted] = useState<number | null>(null);

	useEffect(() => {
		if (wanted === null) return;
		list.current?.querySelectorAll('input')[wanted]?.focus();
		setWanted(null);
	}, [wanted]);

	function leave(event: FocusEvent) {
		if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
	}

	return (
		<fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
			<legend className="mb-1.5 text-small font-medium">{label}</legend>
			<ul ref={list} onBlur={leave} className="grid gap-2">
				{rows.map((time, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; times may repeat while they are typed.
					<li key={at} className="flex max-w-xs items-center gap-2">
						<input
							type="time"
							aria-label={`${label}, time ${at + 1}`}
							aria-invalid={error ? true : undefined}
							value={time}
							onChange={(event) => onChange(rows.with(at, event.target.value))}
							className={inputClasses(Boolean(error), 'min-w-0 flex-1 tabular-nums')}
						/>
						<button
							type="button"
							onClick={() => {
								onChange(rows.toSpliced(at + 1, 0, ''));
								setWanted(at + 1);
							}}
							className={rowButton}
						>
							+<span className="sr-only"> add a time after {time || 'this one'}</span>
						</button>
						{rows.length > 1 && (
							<button
								type="button"
								onClick={() => {
									onChange(rows.toSpliced(at, 1));
									setWanted(Math.max(0, at - 1));
								}}
								className={rowButton}
							>
								-<span className="sr-only"> remove {time || 'this time'}</span>
							</button>
						)}
					</li>
				))}
			</ul>
			{error && (
				<p id={`${id}-error`} role="alert" className="text-small text-loss">
					{error}
				</p>
			)}
		</fieldset>
	);
}
