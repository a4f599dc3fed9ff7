import { useQuery } from '@tanstack/react-query';
import { addressOf } from '@watchword/contract/mailbox';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { portalQuery } from '../../../lib/documents.ts';
import { exactTime, timeInWords } from '../../../lib/time.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Note } from '../../../ui/note.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

const SHOWN_MS = 6_000;

/** The address whose mail triggers the automation. A click copies it. */
export function ReceivingAddress({ id }: { id: string }) {
	const { data: portal } = useQuery(portalQuery);
	const [copied, setCopied] = useState<{ ok: boolean; times: number } | null>(null);
	const text = useRef<HTMLElement>(null);
	const address = portal ? addressOf(portal.mailAddress, id) : '';

	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(null), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [copied]);

	async function copy() {
		const ok = await copyText(address, text.current);
		setCopied((before) => ({ ok, times: (before?.times ?? 0) + 1 }));
	}

	return (
		<div className="grid gap-1.5">
			<span className="text-small font-medium">Mail to this address starts it</span>
			<button
				type="button"
				onClick={() => void copy()}
				disabled={!portal}
				className="flex min-h-11 items-center justify-between gap-3 rounded-control border border-line bg-sunken px-3.5 py-2.5 text-left transition-colors hover:border-line-strong"
			>
				<code ref={text} className="font-mono text-small break-all">
					{address || 'Loading...'}
				</code>
				<Copy aria-hidden className="size-4.5 shrink-0 text-muted" strokeWidth={1.75} />
				<span className="sr-only">Copy</span>
			</button>
			{copied && (
				<Alert key={copied.times} tone={copied.ok ? 'success' : 'attention'}>
					{copied.ok
						? 'Email address copied to clipboard!'
						: 'This browser does not let us copy. The address is selected: copy it from there.'}
				</Alert>
			)}
			<LastMail id={id} />
			{portal?.mailAddress.endsWith('.localhost') && (
				<Note>
					This address can be reached from this computer only, until whoever runs Watchword gives it a mail
					domain (MAIL_DOMAIN).
				</Note>
			)}
		</div>
	);
}

/** That mail arrives, so that nobody has to guess. */
function LastMail({ id }: { id: string }) {
	const { data } = useQuery({
		queryKey: ['automations', id, 'mail'],
		queryFn: ({ signal }) => call('GET /api/automations/{id}/mail', { params: { id }, signal }),
	});
	if (!data) return null;
	const { last_mail_at, mailbox } = data;
	return (
		<>
			<p className="text-small text-muted">
				{last_mail_at === null ? 'No mail has come yet.' : <>Last mail: {moment(last_mail_at)}.</>}
				{mailbox?.checked_at && <> New mails were last looked for {moment(mailbox.checked_at)}.</>}
			</p>
			{mailbox?.away && (
				<Note>
					Mails cannot be fetched at the moment. They wait, and none is lost. Whoever runs Watchword has to
					look into it.
				</Note>
			)}
		</>
	);
}

function moment(iso: string) {
	const seconds = Date.parse(iso) / 1000;
	return <TimeText iso={iso} words={timeInWords(seconds)} exact={exactTime(seconds)} />;
}

/** The clipboard API needs a secure page. Elsewhere the browser can still copy the selection. */
async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		if (shown) getSelection()?.selectAllChildren(shown);
		return document.execCommand('copy');
	}
}
