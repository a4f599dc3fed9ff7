import { useQuery } from '@tanstack/react-query';
import type { OperatorMail } from '@watchword/contract/operator-mail';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { isEmail } from '../../lib/email.ts';
import { useForm } from '../../lib/use-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { ChangeFailed, useKeep } from './change.tsx';
import { mailQuery } from './documents.ts';
import { MailForm } from './mail-form.tsx';
import { type Fact, Facts, Section } from './section.tsx';

/** Through which server mails go out. */
export function Mail() {
	const query = useQuery(mailQuery);
	const mail = query.data;
	const [editing, setEditing] = useState(false);
	if (!mail) {
		return (
			<Section title="Outgoing mail">
				<NotLoaded query={query} loading="h-24" />
			</Section>
		);
	}
	return (
		<Section
			title="Outgoing mail"
			about={mail.server ? undefined : 'Without a mail server, mails are kept as files and reach nobody.'}
		>
			<Card className="grid gap-5 p-5 sm:p-6">
				<Facts facts={factsOf(mail)} />
				{mail.is_set ? (
					<p className="text-small text-pretty text-muted">
						{mail.is_set} is set in the environment, which comes first. Remove it there and restart to choose
						a server here.
					</p>
				) : editing ? (
					<MailForm mail={mail} close={() => setEditing(false)} />
				) : (
					<Button className="justify-self-start" onClick={() => setEditing(true)}>
						{mail.server ? 'Change' : 'Set a mail server'}
					</Button>
				)}
			</Card>
			<TestMail />
		</Section>
	);
}

const factsOf = ({ server, user, sender, is }: OperatorMail): Fact[] => [
	...(server ? [['Mail server', server] satisfies Fact] : [['Mails are', is] satisfies Fact]),
	...(user ? [['User', user] satisfies Fact] : []),
	['Sender', sender],
];

function TestMail() {
	const [to, setTo] = useState('');
	const [sentTo, setSentTo] = useState('');
	const keep = useKeep(mailQuery);
	const { onSubmit, shown, submitting, done, failure } = useForm(
		{ to: isEmail(to) ? undefined : 'Enter an email address.' },
		() =>
			keep(async () => {
				const answer = await call('POST /api/operator/mail/test', { body: { to } });
				setSentTo(to);
				return answer;
			}),
	);
	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-3">
			<div className="grid justify-items-start gap-3 sm:flex sm:items-start">
				<div className="w-full">
					<Field
						label="Send a test mail to"
						type="email"
						autoComplete="email"
						value={to}
						onChange={({ target }) => setTo(target.value)}
						error={shown.to}
					/>
				</div>
				<Button type="submit" className="shrink-0 sm:mt-6.5" busy={submitting}>
					Send a test mail
				</Button>
			</div>
			{done && <Alert tone="success">A test mail for {sentTo} has left.</Alert>}
			<ChangeFailed failure={failure} />
		</form>
	);
}
