import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

type Props = Pick<ComponentProps<typeof Field>, 'ref' | 'value' | 'error' | 'hint'> & {
	onType: (password: string) => void;
};

/** A field for a new password. Its attributes let password managers offer one. */
export const NewPasswordField = ({ onType, ...rest }: Props) => (
	<Field
		{...rest}
		label="New password"
		type="password"
		name="new-password"
		autoComplete="new-password"
		required
		onChange={(event) => onType(event.target.value)}
	/>
);
