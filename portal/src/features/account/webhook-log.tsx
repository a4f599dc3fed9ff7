import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookEndpoint } from '@watchword/contract/webhook';
import { webhookLogQuery } from '../../lib/account-documents.ts';
import { call } from '../../lib/api.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { textLink } from '../../ui/text-link.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import { deliveryInWords } from './webhook-words.ts';

export type WebhookLogProps = { open: boolean; webhook: WebhookEndpoint; onClose: () => void };

/** The deliveries to a webhook and their results. */
export const WebhookLog = ({ open, webhook, onClose }: WebhookLogProps) => (
	<DialogWindow
		open={open}
		onClose={onClose}
		size="wide"
		title="Deliveries"
		description={
			<>
				The last 50 of 30 days, to <span className="break-all">{webhook.url}</span>
			</>
		}
	>
		<Deliveries webhookId={webhook.id} />
	</DialogWindow>
);

const Deliveries = ({ webhookId }: { webhookId: string }) => (
	<Loaded query={useQuery(webhookLogQuery(webhookId))} height="h-24">
		{(deliveries) =>
			deliveries.length === 0 ? (
				<p className="text-muted">Nothing was sent yet. Send a test to see whether it arrives.</p>
			) : (
				<ul className="grid gap-4 divide-y divide-line">
					{deliveries.map((delivery) => (
						<DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
					))}
				</ul>
			)
		}
	</Loaded>
);

const TONES = { sent: 'text-accent', waiting: 'text-attention', failed: 'text-loss', dropped: 'text-muted' };

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
	const client = useQueryClient();
	const { submit, submitting, failure } = useSubmit(async () => {
		const params = { id: webhookId, delivery: delivery.id };
		await call('POST /api/webhook-endpoints/{id}/deliveries/{delivery}/again', { params });
		await client.invalidateQueries(webhookLogQuery(webhookId));
	});
	const { event, status, created_at, payload } = delivery;
	const isTest = event === 'webhook.test';
	return (
		<li className="grid gap-2 pb-4 last:pb-0">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<div className="grid min-w-0 gap-0.5">
					<p className="flex flex-wrap gap-x-3">
						<code className="font-mono text-small font-medium">{event}</code>
						<span className="text-small text-muted">
							<Moment iso={created_at} />
						</span>
					</p>
					<p className={`text-small text-pretty ${TONES[status]}`}>{deliveryInWords(delivery)}</p>
				</div>
				{!isTest && (
					<Button busy={submitting} onClick={() => void submit()}>
						Send again
					</Button>
				)}
			</div>
			{failure && <Alert tone="loss">It was not sent again. Please try again.</Alert>}
			{payload && (
				<details className="text-small">
					<summary className={`cursor-pointer ${textLink}`}>What was sent</summary>
					<pre className="mt-2 rounded-control border border-line bg-sunken p-3 font-mono text-small break-all whitespace-pre-wrap">
						{JSON.stringify(
							{ type: payload.type, timestamp: payload.timestamp, data: payload.data },
							null,
							2,
						)}
					</pre>
				</details>
			)}
		</li>
	);
}
