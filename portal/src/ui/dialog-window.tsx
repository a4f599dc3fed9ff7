import { Dialog as Parts } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';

export type DialogProps = {
	open: boolean;
	onClose: () => void;
	title: string;
	description?: ReactNode;
	size?: 'normal' | 'wide';
	/** What gets the focus first; by default the window itself. */
	initialFocus?: RefObject<HTMLElement | null>;
	/** Handles keys pressed anywhere in the dialog. Escape closes it unless its propagation is stopped. */
	onKeyDown?: (event: KeyboardEvent) => void;
	children: ReactNode;
};

export const scrim =
	'fixed inset-0 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
export const viewport = 'fixed inset-0 grid grid-cols-1 place-items-center overflow-y-auto p-3 sm:p-6';
export const popup =
	'w-full rounded-card border border-line bg-surface shadow-float outline-none transition duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

/** A window over the page. It traps the focus while it is open and restores it when it closes. */
export function DialogWindow({
	open,
	onClose,
	title,
	description,
	size = 'normal',
	initialFocus,
	onKeyDown,
	children,
}: DialogProps) {
	const opener = useRef<Element | null>(null);
	const frame = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (open) opener.current = document.activeElement;
	}, [open]);

	return (
		<Parts.Root
			open={open}
			onOpenChange={(next) => !next && onClose()}
			onOpenChangeComplete={(next) => !next && dropCaret(frame.current)}
		>
			<Parts.Portal>
				<Parts.Backdrop className={scrim} />
				<Parts.Viewport className={viewport}>
					<Parts.Popup
						ref={frame}
						initialFocus={initialFocus ?? frame}
						finalFocus={() => focusAfter(opener.current)}
						onKeyDown={(event) => {
							onKeyDown?.(event);
							if (event.isPropagationStopped()) event.preventBaseUIHandler();
						}}
						className={classes(popup, size === 'wide' ? 'max-w-4xl' : 'max-w-lg')}
					>
						<header className="flex items-start gap-4 px-5 pt-5 sm:px-6">
							<div className="grid min-w-0 flex-1 gap-1 pt-1.5">
								<Parts.Title className="font-semibold wrap-anywhere">{title}</Parts.Title>
								{description && (
									<Parts.Description className="text-small text-pretty text-muted" render={<div />}>
										{description}
									</Parts.Description>
								)}
							</div>
							<Parts.Close
								aria-label="Close"
								className="-mr-2 grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink"
							>
								<X aria-hidden className="size-5" strokeWidth={1.75} />
							</Parts.Close>
						</header>
						<div className="px-5 pt-5 pb-5 sm:px-6 sm:pb-6">{children}</div>
					</Parts.Popup>
				</Parts.Viewport>
			</Parts.Portal>
		</Parts.Root>
	);
}

/** The dialog may have removed the element that opened it. Then the page's heading gets the focus. */
function focusAfter(opener: Element | null): HTMLElement | null {
	if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener;
	return document.querySelector<HTMLElement>('[data-page-heading]');
}

/**
 * The caret of a field outlives the field. Chromium then searches the whole page for a place for it, at each frame and each
 * touch, which takes a phone 40 ms on a long page.
 */
function dropCaret(from: Element | null): void {
	const selection = getSelection();
	if (from?.contains(selection?.anchorNode ?? null)) selection?.removeAllRanges();
}
