import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { confirmBy } from '../../lib/api.ts';
import { later } from '../../ui/later.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import type { ConfirmedNoticeProps } from './confirmed-notice.tsx';

const ConfirmDialog = later<ConfirmDialogProps>(
	async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
);

const ConfirmedNotice = later<ConfirmedNoticeProps>(
	async () => (await import('./confirmed-notice.tsx')).ConfirmedNotice,
);

/** Asks the customer to prove again who they are, whenever the server wants it for a call. */
export function ConfirmIdentity() {
	const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
	useEffect(() => confirmBy(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
	function close(confirmed: boolean) {
		answer?.(confirmed);
		setAnswer(null);
	}
	// Where the provider of single sign-on sent the browser back to.
	const [params, setParams] = useSearchParams();
	const result = params.get('confirmed');
	function forgetResult() {
		params.delete('confirmed');
		setParams(params, { replace: true, preventScrollReset: true });
	}
	return (
		<>
			<ConfirmDialog open={answer !== null} onAnswer={close} />
			<ConfirmedNotice open={result !== null} result={result ?? ''} onClose={forgetResult} />
		</>
	);
}
