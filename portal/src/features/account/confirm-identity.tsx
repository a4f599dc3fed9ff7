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

/** Asks the customer to confirm who they are when the server requires it for a call. */
export function ConfirmIdentity() {
	const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
	useEffect(() => confirmBy(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
	function close(confirmed: boolean) {
		answer?.(confirmed);
		setAnswer(null);
	}
	// Set after the single sign-on provider sent the browser back.
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
