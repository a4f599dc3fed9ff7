import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

type Props = Pick<ComponentProps<typeof Field>, 'ref' | 'value' | 'error' | 'hint'> & {
	onType: (password: string) => void;
	/** How good it is so far, in words. */
	strength: string;
};

/** A field for a new password. Its attributes let password managers offer one. */
export const NewPasswordField = ({ onType, strength, ...rest }: Props) => (
	<div className="grid gap-1.5">
		<Field
			{...rest}
			label="New password"
			type="password"
			name="new-password"
			autoComplete="new-password"
			required
			onChange={(event) => onType(event.target.value)}
		/>
		<p aria-live="polite" className="text-small font-medium empty:hidden">
			{strength}
		</p>
	</div>
);
