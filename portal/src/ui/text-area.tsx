import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'value'> & {
	label: string;
	value: string;
	error?: string | undefined;
	/** For very long texts: the field scrolls instead of growing. */
	scrolls?: boolean;
	/** Shown below the field and part of its description. */
	note?: ReactNode;
};

/**
 * The same text, unseen, in the same place as the field: it makes the field as high as its lines. `field-sizing` would do
 * that too, but not every browser has it.
 */
const GROWING =
	'after:invisible after:col-start-1 after:row-start-1 after:overflow-hidden after:border after:px-3.5 after:py-2.5 after:break-words after:whitespace-pre-wrap after:content-[attr(data-text)]';

/** A text of several lines. It is at least 4 rem high and grows with its lines. */
export function TextArea({ label, value, error, note, scrolls = false, ...rest }: Props) {
	const id = useId();
	const described = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ');
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="sr-only">
				{label}
			</label>
			<div
				data-text={`${value} `}
				className={classes('grid grid-cols-1', GROWING, scrolls && 'after:max-h-80')}
			>
				<textarea
					{...rest}
					id={id}
					value={value}
					rows={1}
					aria-invalid={error ? true : undefined}
					aria-describedby={described || undefined}
					className={classes(
						'col-start-1 row-start-1 min-h-16 w-full resize-y rounded-control border bg-surface px-3.5 py-2.5 break-words transition-colors placeholder:text-muted',
						scrolls && 'max-h-80',
						error ? 'border-loss' : 'border-line-strong hover:border-muted',
					)}
				/>
			</div>
			{error && (
				<p id={`${id}-error`} className="text-small text-loss">
					{error}
				</p>
			)}
			{note && <div id={`${id}-note`}>{note}</div>}
		</div>
	);
}
