import { useQuery } from '@tanstack/react-query';
import { MAX_WEBHOOKS } from '@watchword/contract/delivery';
import type { WebhookEndpoint, WebhookTest } from '@watchword/contract/webhook';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { webhooksQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { textLink } from '../../ui/text-link.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import type { WebhookEditProps } from './webhook-edit.tsx';
import type { WebhookLogProps } from './webhook-log.tsx';
import { eventsInWords, saveFailure, testInWords } from './webhook-words.ts';

const WebhookEdit = later<WebhookEditProps>(async () => (await import('./webhook-edit.tsx')).WebhookEdit);
const WebhookLog = later<WebhookLogProps>(async () => (await import('./webhook-log.tsx')).WebhookLog);

/** The addresses of the customer's programs that receive events. */
export function Webhooks() {
	const webhooks = useQuery(webhooksQuery);
	const [adding, setAdding] = useState(false);
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				Tell a program of yours when something happens: each event is posted to its address as JSON, signed as{' '}
				<a href="https://www.standardwebhooks.com" className={textLink}>
					Standard Webhooks
				</a>{' '}
				describes it. What is posted is in the{' '}
				<a href="/api/docs#webhooks" className={textLink}>
					API documentation
				</a>
				.
			</p>
			<Loaded query={webhooks}>{(items) => <WebhookList items={items} />}</Loaded>
			{webhooks.data && webhooks.data.length < MAX_WEBHOOKS && (
				<Button className="justify-self-start" onClick={() => setAdding(true)}>
					Add a webhook
				</Button>
			)}
			<WebhookEdit open={adding} webhook={null} onClose={() => setAdding(false)} />
		</div>
	);
}

const WebhookList = ({ items }: { items: WebhookEndpoint[] }) =>
	items.length === 0 ? (
		<p className="text-small text-muted">You have no webhooks.</p>
	) : (
		<ul className="grid gap-6">
			{items.map((webhook) => (
				<WebhookRow key={webhook.id} webhook={webhook} />
			))}
		</ul>
	);

function WebhookRow({ webhook }: { webhook: WebhookEndpoint }) {
	const [opened, setOpened] = useState<'edit' | 'log' | null>(null);
	const [result, setResult] = useState<WebhookTest | null>(null);
	const { submit, submitting, failure } = useSubmit(async () => {
		setResult(null);
		setResult(await call('POST /api/webhook-endpoints/{id}/test', { params: { id: webhook.id } }));
	});
	const close = () => setOpened(null);
	const { url, events } = webhook;
	return (
		<li className="flex gap-3">
			<Webhook aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
			<div className="grid min-w-0 flex-1 gap-3">
				<div className="grid gap-0.5">
					<p className="font-medium break-all">{url}</p>
					<p className="text-small text-pretty text-muted">{eventsInWords(events)}</p>
					<State webhook={webhook} />
				</div>
				<div className="flex flex-wrap gap-2">
					<Button busy={submitting} onClick={() => void submit()} aria-label={`Send a test to ${url}`}>
						Send a test
					</Button>
					<Button onClick={() => setOpened('log')} aria-label={`Deliveries to ${url}`}>
						Deliveries
					</Button>
					<Button onClick={() => setOpened('edit')} aria-label={`Change ${url}`}>
						Change
					</Button>
				</div>
				<p
					role="status"
					className={`text-small text-pretty empty:hidden ${result?.outcome === 'failed' ? 'text-loss' : 'text-accent'}`}
				>
					{result && testInWords(result)}
				</p>
				{failure && <Alert tone="loss">{saveFailure(failure)}</Alert>}
			</div>
			<WebhookEdit open={opened === 'edit'} webhook={webhook} onClose={close} />
			<WebhookLog open={opened === 'log'} webhook={webhook} onClose={close} />
		</li>
	);
}

function State({ webhook: { disabled_at, failing_since } }: { webhook: WebhookEndpoint }) {
	if (disabled_at) {
		return (
			<p className="text-small text-loss">
				Turned off <Moment iso={disabled_at} />
				{failing_since && ', after a day of failures'}.
			</p>
		);
	}
	if (!failing_since) return null;
	return (
		<p className="text-small text-pretty text-attention">
			It began to fail <Moment iso={failing_since} />. After a day of failures it is turned off.
		</p>
	);
}
