import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type Option<T extends string> = { value: T; label: string; hint?: string; icon?: LucideIcon };

type Props<T extends string> = {
	label: string;
	options: Option<T>[];
	value: T;
	onChange: (value: T) => void;
	/** Shown below the options. */
	children?: ReactNode;
};

/** A choice among a few options that are all visible. */
export function Choice<T extends string>({ label, options, value, onChange, children }: Props<T>) {
	const id = useId();
	return (
		<fieldset className="grid min-w-0 gap-1.5">
			<legend className="mb-1.5 text-small font-medium">{label}</legend>
			{/* By the available width here, not the window's: the sidebar takes a part of that. */}
			<div className="@container">
				<div className="grid gap-2 @md:auto-cols-fr @md:grid-flow-col">
					{options.map(({ value: own, label, hint, icon: Icon }) => (
						<label
							key={own}
							className={classes(
								'relative flex min-h-11 cursor-pointer gap-3 rounded-control border px-3.5 py-2 transition-colors',
								'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
								own === value
									? 'border-accent bg-accent-soft text-accent'
									: 'border-line-strong bg-surface hover:border-muted',
							)}
						>
							<input
								type="radio"
								name={id}
								value={own}
								checked={own === value}
								onChange={() => onChange(own)}
								aria-labelledby={`${id}-${own}`}
								aria-describedby={hint && `${id}-${own}-hint`}
								className="absolute inset-0 cursor-pointer opacity-0"
							/>
							{Icon && <Icon aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />}
							<span className="grid content-start gap-0.5">
								<span id={`${id}-${own}`} className="font-medium">
									{label}
								</span>
								{hint && (
									<span id={`${id}-${own}-hint`} className="text-small text-pretty text-muted">
										{hint}
									</span>
								)}
							</span>
						</label>
					))}
				</div>
			</div>
			{children}
		</fieldset>
	);
}
