import { useEffect, useState } from 'react';
import { confirmBy } from '../../lib/api.ts';
import { later } from '../../ui/later.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

const ConfirmDialog = later<ConfirmDialogProps>(
	async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
);

/** Asks the customer to prove again who they are, whenever the server wants it for a call. */
export function ConfirmIdentity() {
	const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null);
	useEffect(() => confirmBy(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
	function close(confirmed: boolean) {
		answer?.(confirmed);
		setAnswer(null);
	}
	return <ConfirmDialog open={answer !== null} onAnswer={close} />;
}
