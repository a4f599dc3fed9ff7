import { useId } from 'react';
import { Check } from './check.tsx';

type Props<T extends string> = {
	label: string;
	options: readonly { value: T; label: string; hint?: string }[];
	chosen: readonly T[];
	onChange: (chosen: T[]) => void;
	/** What is wrong with the choice. */
	error?: string | undefined;
};

/** Several checkboxes of one question. */
export function CheckList<T extends string>({ label, options, chosen, onChange, error }: Props<T>) {
	const id = useId();
	return (
		<fieldset className="grid gap-3" aria-describedby={error && id}>
			<legend className="mb-2 text-small font-medium">{label}</legend>
			{options.map(({ value, ...words }) => (
				<Check
					key={value}
					{...words}
					invalid={Boolean(error)}
					checked={chosen.includes(value)}
					onChange={(wanted) =>
						onChange(
							options
								.map((option) => option.value)
								.filter((other) => (other === value ? wanted : chosen.includes(other))),
						)
					}
				/>
			))}
			{error && (
				<p id={id} className="text-small text-loss">
					{error}
				</p>
			)}
		</fieldset>
	);
}
