import { mailSender, mailServer, type OperatorMail } from '@watchword/contract/operator-mail';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ChangeFailed, useKeep } from './change.tsx';
import { mailQuery } from './documents.ts';

export function MailForm({ mail, close }: { mail: OperatorMail; close: () => void }) {
	const [server, setServer] = useState(mail.server ?? '');
	const [user, setUser] = useState(mail.user ?? '');
	const [password, setPassword] = useState('');
	const [sender, setSender] = useState(mail.sender);
	const keep = useKeep(mailQuery);
	const isSame = server === mail.server && user === mail.user;
	const { onSubmit, shown, submitting, failure } = useForm(
		{
			server: mailServer.safeParse(server).success
				? undefined
				: 'Enter a machine, such as mail.example.com or mail.example.com:465.',
			sender: mailSender.safeParse(sender).success
				? undefined
				: 'Enter a sender, such as Shop <shop@example.com>.',
		},
		async () => {
			const body = { server, user, sender, ...(password !== '' && { password }) };
			await keep(() => call('PUT /api/operator/mail', { body }));
			close();
		},
	);
	const remove = useSubmit(async () => {
		await keep(() => call('DELETE /api/operator/mail'));
		close();
	});
	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-4">
			<div className="grid items-start gap-4 sm:grid-cols-2">
				<Field
					label="Mail server"
					hint="With :465 encrypted from the beginning, otherwise by STARTTLS."
					value={server}
					onChange={({ target }) => setServer(target.value.trim())}
					error={shown.server}
					autoCapitalize="none"
					spellCheck={false}
				/>
				<Field
					label="Sender"
					hint={mail.sender_is_set ? `${mail.sender_is_set} is set in the environment.` : undefined}
					disabled={mail.sender_is_set !== null}
					value={sender}
					onChange={({ target }) => setSender(target.value)}
					error={shown.sender}
				/>
				<Field
					label="User"
					hint="Empty if the server asks for none."
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					value={user}
					onChange={({ target }) => setUser(target.value)}
				/>
				<Field
					label="Password"
					type="password"
					hint={isSame && user !== '' ? 'Empty to keep the one there is.' : undefined}
					autoComplete="new-password"
					value={password}
					onChange={({ target }) => setPassword(target.value)}
				/>
			</div>
			<ChangeFailed failure={failure ?? remove.failure} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" look="primary" busy={submitting}>
					Save
				</Button>
				<Button onClick={close}>Cancel</Button>
				{mail.server && (
					<Button look="quiet" busy={remove.submitting} onClick={() => void remove.submit()}>
						Use no mail server
					</Button>
				)}
			</div>
		</form>
	);
}
