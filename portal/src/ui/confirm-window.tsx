import { AlertDialog as Parts } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from './button.tsx';
import { classes } from './classes.ts';
import { popup, scrim, viewport } from './dialog-window.tsx';

export type ConfirmProps = {
	open: boolean;
	onCancel: () => void;
	onConfirm: () => void;
	title: string;
	/** Names what will be lost. */
	children: ReactNode;
	confirmLabel: string;
	cancelLabel?: string;
	busy?: boolean;
};

/** Asks for confirmation before something is lost. */
export const ConfirmWindow = ({
	open,
	onCancel,
	onConfirm,
	title,
	children,
	confirmLabel,
	cancelLabel = 'Cancel',
	busy = false,
}: ConfirmProps) => (
	<Parts.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
		<Parts.Portal>
			<Parts.Backdrop forceRender className={scrim} />
			<Parts.Viewport className={viewport}>
				<Parts.Popup className={classes(popup, 'grid max-w-md gap-5 p-5 sm:p-6')}>
					<div className="grid gap-2">
						<Parts.Title className="font-semibold wrap-anywhere">{title}</Parts.Title>
						<Parts.Description className="grid gap-2 text-pretty text-muted" render={<div />}>
							{children}
						</Parts.Description>
					</div>
					<div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
						<Parts.Close className={buttonClasses('secondary')} disabled={busy}>
							{cancelLabel}
						</Parts.Close>
						<Button look="loss" busy={busy} onClick={onConfirm}>
							{confirmLabel}
						</Button>
					</div>
				</Parts.Popup>
			</Parts.Viewport>
		</Parts.Portal>
	</Parts.Root>
);
