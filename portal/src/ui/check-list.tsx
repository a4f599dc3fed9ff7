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
export const CheckList = <T extends string>({ label, options, chosen, onChange, error }: Props<T>) => (
	<fieldset className="grid gap-3">
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
		{error && <p className="text-small text-loss">{error}</p>}
	</fieldset>
);
