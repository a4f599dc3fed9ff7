import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addressChangeQuery } from '../../lib/account-documents.ts';
import { anyFailure, emailProblem } from '../../lib/account-messages.ts';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { Field } from '../../ui/field.tsx';

export type NewAddressProps = { open: boolean; onClose: () => void };

/** Asks for another address of the account. */
export const NewAddress = ({ open, onClose }: NewAddressProps) => (
	<DialogWindow
		open={open}
		onClose={onClose}
		title="Change the sign-in address"
		description="We mail one link to your current address and one to the new one. Your address changes when you have agreed with both, within a day. The recipients of your automations stay as they are."
	>
		<AddressForm onClose={onClose} />
	</DialogWindow>
);

function AddressForm({ onClose }: Pick<NewAddressProps, 'onClose'>) {
	const client = useQueryClient();
	const [email, setEmail] = useState('');
	const { onSubmit, shown, submitting, failure } = useForm({ email: emailProblem(email) }, async () => {
		const { pending } = await call('PUT /api/users/me/address', { body: { email: email.trim() } });
		client.setQueryData(addressChangeQuery.queryKey, pending);
		onClose();
	});
	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-5">
			<Field
				label="New address"
				type="email"
				name="new-address"
				autoComplete="off"
				required
				value={email}
				onChange={(event) => setEmail(event.target.value)}
				error={shown.email}
			/>
			{failure && (
				<FailureAlert
					lines={
						failure.code === 'invalid-argument' ? ['This is your address already.'] : anyFailure(failure)
					}
				/>
			)}
			<Button type="submit" look="primary" busy={submitting} className="justify-self-start max-sm:w-full">
				Send the links
			</Button>
		</form>
	);
}
