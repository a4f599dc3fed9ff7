import { ChevronDown } from 'lucide-react';
import { memo, useId } from 'react';
import { classes } from './classes.ts';
import { inputClasses } from './field.tsx';

/** With this many options the widest is not measured: that would slow down every choice. */
const MANY = 50;

type Option = { value: string; label: string };

type Props = {
	label: string;
	isLabelHidden?: boolean;
	/** If there may be hundreds, pass the same array while they do not change. */
	options: Option[];
	value: string;
	onChange: (value: string) => void;
	/** Shown while nothing is chosen. */
	placeholder?: string;
	error?: string | undefined;
};

/** The browser's native select, which looks familiar on every phone. */
export function Select({
	label,
	isLabelHidden = false,
	options,
	value,
	onChange,
	placeholder,
	error,
}: Props) {
	const id = useId();
	return (
		<div className="grid min-w-0 grid-cols-1 gap-1.5">
			<label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-small font-medium'}>
				{label}
			</label>
			<div className="relative">
				<select
					id={id}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `${id}-error` : undefined}
					className={inputClasses(
						Boolean(error),
						classes('appearance-none truncate pr-10', options.length > MANY && 'field-sizing-content'),
					)}
				>
					{placeholder && (
						<option value="" disabled>
							{placeholder}
						</option>
					)}
					<Options options={options} />
				</select>
				<ChevronDown
					aria-hidden
					className="pointer-events-none absolute top-3 right-3 size-5 text-muted"
					strokeWidth={1.75}
				/>
			</div>
			{error && (
				<p id={`${id}-error`} className="text-small text-loss">
					{error}
				</p>
			)}
		</div>
	);
}

const Options = memo(({ options }: { options: Option[] }) =>
	options.map(({ value, label }) => (
		<option key={value} value={value}>
			{label}
		</option>
	)),
);
