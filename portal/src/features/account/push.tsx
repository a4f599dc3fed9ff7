import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushBrowser } from '@watchword/contract/routes/push';
import { BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pushQuery } from '../../lib/account-documents.ts';
import { call, gone } from '../../lib/api.ts';
import {
	isPhone,
	NotAllowed,
	onPermissionChange,
	type PushState,
	readState,
	turnOff,
	turnOn,
} from '../../lib/push.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { browserInWords } from './browser.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';

/** Push messages in this browser, and the browsers that get them. */
export function PushSettings() {
	const push = useQuery(pushQuery);
	const here = useQuery({ queryKey: ['push', 'here'], queryFn: readState });
	const { refetch } = here;
	useEffect(() => onPermissionChange(() => void refetch()), [refetch]);
	const reload = async () => {
		await Promise.all([push.refetch(), here.refetch()]);
	};
	return (
		<Loaded query={push}>
			{({ items, key }) => (
				<Loaded query={here}>
					{({ state, endpoint }) => {
						const own = items.find((browser) => browser.endpoint === endpoint);
						return (
							<div className="grid gap-5">
								<p className="text-pretty text-muted">
									A message with the picture and what was seen, as soon as an automation tells you. Choose in
									each automation how it tells you.
								</p>
								<ThisBrowser
									// The browser may have a subscription that the server does not know (any more).
									state={state === 'on' && !own ? 'off' : state}
									serverKey={key}
									own={own}
									reload={reload}
								/>
								{items.length > 0 && <Browsers items={items} ownId={own?.id} reload={reload} />}
							</div>
						);
					}}
				</Loaded>
			)}
		</Loaded>
	);
}

const device = () => (isPhone() ? 'phone' : 'computer');

const STATES: Record<PushState, string> = {
	unsupported:
		'This browser cannot show messages, or this address has no https. Use a current Chrome, Edge, Firefox or Safari.',
	install:
		'On an iPhone or iPad, messages come to the installed app only. Tap Share, then “Add to Home Screen”, open Watchword from there, and come back to this page.',
	blocked: 'Messages from this site are blocked. Allow notifications for it in the settings of your browser.',
	off: 'Off. Your browser asks you once whether it may show messages.',
	on: 'On. When you sign out in this browser, it gets no more messages.',
};

type ThisBrowserProps = {
	state: PushState;
	serverKey: string;
	own: PushBrowser | undefined;
	reload: () => Promise<void>;
};

function ThisBrowser({ state, serverKey, own, reload }: ThisBrowserProps) {
	const [refused, setRefused] = useState(false);
	const change = useSubmit(async (on: boolean) => {
		setRefused(false);
		try {
			if (on) await turnOn(serverKey, browserInWords(navigator.userAgent));
			else await turnOff();
		} catch (error) {
			if (!(error instanceof NotAllowed)) throw error;
			setRefused(true);
		} finally {
			await reload();
		}
	});
	const test = useSubmit(async () => {
		if (own) await call('POST /api/push/{id}/test', { params: { id: own.id } }).finally(reload);
	});
	const failure = change.failure ?? test.failure;
	return (
		<div className="grid gap-4">
			<p role="status" className="text-pretty">
				{STATES[state]}
			</p>
			{(state === 'on' || state === 'off') && (
				<div className="flex flex-wrap gap-3">
					{state === 'off' ? (
						<Button look="primary" busy={change.submitting} onClick={() => void change.submit(true)}>
							{!change.submitting && <BellRing aria-hidden className="size-4.5" />}
							Notify this {device()}
						</Button>
					) : (
						<>
							<Button busy={test.submitting} onClick={() => void test.submit()}>
								Send a test message
							</Button>
							<Button look="quiet" busy={change.submitting} onClick={() => void change.submit(false)}>
								Turn off here
							</Button>
						</>
					)}
				</div>
			)}
			{refused && state === 'off' && (
				<Alert tone="attention">Your browser was not allowed to show messages. Nothing was changed.</Alert>
			)}
			{failure && (
				<Alert tone="loss">
					{failure.code === 'internal' ? 'This did not work. Please try again.' : failure.message}
				</Alert>
			)}
			{test.done && state === 'on' && (
				<p role="status" className="text-small text-accent">
					Sent. It should appear within seconds.
				</p>
			)}
		</div>
	);
}

type BrowsersProps = { items: PushBrowser[]; ownId: string | undefined; reload: () => Promise<void> };

function Browsers({ items, ownId, reload }: BrowsersProps) {
	const client = useQueryClient();
	const { submit, submitting, failure } = useSubmit(async ({ id }: PushBrowser) => {
		if (id === ownId) await turnOff();
		else await gone(call('DELETE /api/push/{id}', { params: { id } }));
		await client.invalidateQueries(pushQuery);
		await reload();
	});
	return (
		<div className="grid gap-3">
			<h3 className="text-small font-medium">Browsers that get messages</h3>
			<ul className="grid gap-3">
				{items.map((browser) => (
					<li key={browser.id} className="flex items-center gap-3">
						<div className="grid min-w-0 flex-1 gap-0.5">
							<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
								{browser.name}
								{browser.id === ownId && (
									<span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-small text-accent">
										This browser
									</span>
								)}
							</p>
							<p className="text-small text-muted">
								{browser.sent_at ? (
									<>
										Last message <Moment iso={browser.sent_at} />
									</>
								) : (
									<>
										Added <Moment iso={browser.created_at} />, no message yet
									</>
								)}
							</p>
						</div>
						<Button
							look="quiet"
							busy={submitting}
							aria-label={`Remove ${browser.name}`}
							onClick={() => void submit(browser)}
						>
							Remove
						</Button>
					</li>
				))}
			</ul>
			{failure && <Alert tone="loss">It could not be removed. Please try again.</Alert>}
		</div>
	);
}
