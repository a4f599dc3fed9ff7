import { useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@watchword/contract/delivery';
import type { WebhookEndpoint } from '@watchword/contract/webhook';
import { useState } from 'react';
import { webhooksQuery } from '../../lib/account-documents.ts';
import { call, gone } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { Field } from '../../ui/field.tsx';
import { EVENT_WORDS, saveFailure } from './webhook-words.ts';

export type WebhookEditProps = {
	open: boolean;
	/** Null for a new one. */
	webhook: WebhookEndpoint | null;
	onClose: () => void;
};

/** Adds a webhook and shows its secret, or changes one. */
export const WebhookEdit = ({ open, webhook, onClose }: WebhookEditProps) => (
	<DialogWindow open={open} onClose={onClose} title={webhook ? 'Webhook' : 'New webhook'}>
		{webhook ? <Change webhook={webhook} onClose={onClose} /> : <Add onClose={onClose} />}
	</DialogWindow>
);

function Add({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	const [secret, setSecret] = useState<string | null>(null);
	const save = async (url: string, events: WebhookEvent[]) => {
		const made = await call('POST /api/webhook-endpoints', { body: { url, events } });
		setSecret(made.secret);
		await client.invalidateQueries(webhooksQuery);
	};
	if (secret === null) return <EndpointForm webhook={null} save={save} saveLabel="Add the webhook" />;
	return (
		<div className="grid animate-appear gap-5">
			<p role="status" className="text-pretty">
				This is its secret. Your program checks with it that a message comes from here. You can look it up
				again under Change.
			</p>
			<CopyText text={secret} label="Copy secret" />
			<Button look="primary" onClick={onClose} className="justify-self-end max-sm:w-full">
				Done
			</Button>
		</div>
	);
}

function Change({ webhook, onClose }: { webhook: WebhookEndpoint; onClose: () => void }) {
	const client = useQueryClient();
	const params = { id: webhook.id };
	const save = async (url: string, events: WebhookEvent[], enabled: boolean) => {
		await call('PUT /api/webhook-endpoints/{id}', { params, body: { url, events, enabled } });
		await client.invalidateQueries(webhooksQuery);
		onClose();
	};
	return (
		<div className="grid gap-6">
			<EndpointForm webhook={webhook} save={save} saveLabel="Save" />
			<Secret webhook={webhook} />
			<Remove webhook={webhook} onGone={onClose} />
		</div>
	);
}

type FormProps = {
	webhook: WebhookEndpoint | null;
	save: (url: string, events: WebhookEvent[], enabled: boolean) => Promise<void>;
	saveLabel: string;
};

function EndpointForm({ webhook, save, saveLabel }: FormProps) {
	const [url, setUrl] = useState(webhook?.url ?? '');
	const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? ['run.ended']);
	const [enabled, setEnabled] = useState(webhook?.disabled_at === null || !webhook);
	const problems = {
		url: url.trim() === '' ? 'Enter an address.' : undefined,
		events: events.length === 0 ? 'Choose at least one.' : undefined,
	};
	const { onSubmit, shown, submitting, failure } = useForm(problems, () => save(url.trim(), events, enabled));
	return (
		<form onSubmit={onSubmit} className="grid gap-5" noValidate>
			<Field
				label="Address"
				name="webhook-url"
				type="url"
				autoComplete="off"
				placeholder="https://example.com/watchword"
				value={url}
				onChange={(event) => setUrl(event.target.value)}
				error={shown.url}
			/>
			<CheckList
				label="What is sent to it"
				options={WEBHOOK_EVENTS.map((value) => ({ value, ...EVENT_WORDS[value] }))}
				chosen={events}
				onChange={setEvents}
				error={shown.events}
			/>
			{webhook && (
				<Check
					label="Turned on"
					hint="While it is off, events are not kept for it."
					checked={enabled}
					onChange={setEnabled}
				/>
			)}
			{failure && <Alert tone="loss">{saveFailure(failure)}</Alert>}
			<Button type="submit" look="primary" busy={submitting} className="justify-self-start max-sm:w-full">
				{saveLabel}
			</Button>
		</form>
	);
}

function Secret({ webhook }: { webhook: WebhookEndpoint }) {
	const params = { id: webhook.id };
	const [secret, setSecret] = useState<string | null>(null);
	const [asking, setAsking] = useState(false);
	const show = useSubmit(async () => {
		setSecret((await call('POST /api/webhook-endpoints/{id}/show-secret', { params })).secret);
	});
	const replace = useSubmit(async () => {
		try {
			setSecret((await call('POST /api/webhook-endpoints/{id}/secret', { params })).secret);
		} finally {
			setAsking(false);
		}
	});
	return (
		<section className="grid gap-3 border-t border-line pt-5">
			<h3 className="text-small font-medium">Secret</h3>
			{secret && <CopyText text={secret} label="Copy secret" />}
			<div className="flex flex-wrap gap-2">
				{!secret && (
					<Button busy={show.submitting} onClick={() => void show.submit()}>
						Show secret
					</Button>
				)}
				<Button onClick={() => setAsking(true)}>Replace secret</Button>
			</div>
			{(show.failure || replace.failure) && (
				<Alert tone="loss">The secret is as it was. Please try again.</Alert>
			)}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void replace.submit()}
				busy={replace.submitting}
				title="Replace the secret?"
				confirmLabel="Replace secret"
			>
				<p>From then on everything is signed with the new one. Your program refuses it until it knows it.</p>
			</Confirm>
		</section>
	);
}

function Remove({ webhook, onGone }: { webhook: WebhookEndpoint; onGone: () => void }) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const { submit, submitting, failure } = useSubmit(async () => {
		try {
			await gone(call('DELETE /api/webhook-endpoints/{id}', { params: { id: webhook.id } }));
			onGone();
			await client.invalidateQueries(webhooksQuery);
		} finally {
			setAsking(false);
		}
	});
	return (
		<section className="grid justify-items-start gap-3 border-t border-line pt-5">
			<Button look="loss" onClick={() => setAsking(true)}>
				Remove webhook
			</Button>
			{failure && <Alert tone="loss">It is still there. Please try again.</Alert>}
			<Confirm
				open={asking}
				onCancel={() => setAsking(false)}
				onConfirm={() => void submit()}
				busy={submitting}
				title="Remove this webhook?"
				confirmLabel="Remove webhook"
			>
				<p>Nothing more is sent to {webhook.url}. Its secret and the log of its deliveries are deleted.</p>
			</Confirm>
		</section>
	);
}
