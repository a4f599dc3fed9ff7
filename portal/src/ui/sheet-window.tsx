import { Drawer as Parts } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

export type SheetProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** Follows the finger that pushes it down, and otherwise moves by itself. */
const MOVES =
	'translate-y-(--drawer-swipe-movement-y) transition-[translate] duration-200 data-ending-style:translate-y-full data-starting-style:translate-y-full data-swiping:duration-0 data-swiping:select-none';

/** A part of the screen that is pulled up over it from the bottom, and pushed down again. */
export function SheetWindow({ open, onClose, title, children }: SheetProps) {
	const frame = useRef<HTMLDivElement>(null);
	return (
		<Parts.Root open={open} onOpenChange={(next) => !next && onClose()}>
			<Parts.Portal>
				<Parts.Backdrop className="fixed inset-0 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
				<Parts.Viewport className="fixed inset-0 grid items-end">
					<Parts.Popup
						ref={frame}
						initialFocus={frame}
						className={`mx-auto grid max-h-[calc(100dvh-2.5rem)] w-full max-w-3xl grid-rows-[auto_minmax(0,1fr)] rounded-t-card border border-b-0 border-line bg-surface shadow-float outline-none ${MOVES}`}
					>
						<header className="relative flex touch-none items-center gap-4 border-b border-line px-5 pt-4 pb-2">
							<span
								aria-hidden
								className="absolute inset-x-0 top-1.5 mx-auto h-1 w-10 rounded-full bg-line-strong/60"
							/>
							<Parts.Title className="min-w-0 flex-1 font-semibold">{title}</Parts.Title>
							<Parts.Close
								aria-label="Close"
								className="-mr-2 grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink"
							>
								<X aria-hidden className="size-5" strokeWidth={1.75} />
							</Parts.Close>
						</header>
						<Parts.Content className="overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
							{children}
						</Parts.Content>
					</Parts.Popup>
				</Parts.Viewport>
			</Parts.Portal>
		</Parts.Root>
	);
}
