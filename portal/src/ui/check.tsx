import { type ReactNode, useId } from 'react';

type Props = {
	label: string;
	hint?: ReactNode;
	invalid?: boolean;
	checked: boolean;
	onChange: (checked: boolean) => void;
};

/** A labelled checkbox. */
export function Check({ label, hint, invalid, checked, onChange }: Props) {
	const id = useId();
	return (
		<div className="flex gap-3">
			<input
				id={id}
				type="checkbox"
				checked={checked}
				onChange={(event) => onChange(event.target.checked)}
				aria-invalid={invalid || undefined}
				aria-describedby={hint ? `${id}-hint` : undefined}
				className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
			/>
			<div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
				<label htmlFor={id} className="cursor-pointer font-medium">
					{label}
				</label>
				{hint && (
					<p id={`${id}-hint`} className="text-small text-pretty text-muted">
						{hint}
					</p>
				)}
			</div>
		</div>
	);
}
