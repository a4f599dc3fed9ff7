import { Popover as Parts } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { scrim } from './dialog-window.tsx';

type Props = {
	open: boolean;
	onClose: () => void;
	title: string;
	/** What it belongs to. It stands below it; on a phone it is a sheet at the bottom. */
	anchor: () => Element | null;
	/** A press there does not close it, because it opens something itself. */
	isOpener: (target: Element) => boolean;
	/** What gets the focus when it closes. */
	focusAfter: () => HTMLElement | null;
	children: ReactNode;
};

const SHEET =
	'max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full! max-sm:translate-none! max-sm:transform-none!';

/** A small window beside what it changes. The focus stays in it until it closes. */
export function PopoverWindow({ open, onClose, title, anchor, isOpener, focusAfter, children }: Props) {
	const popup = useRef<HTMLDivElement>(null);
	return (
		<Parts.Root
			open={open}
			modal="trap-focus"
			onOpenChange={(next, { event }) => {
				const isOnOpener = event.target instanceof Element && isOpener(event.target);
				if (!next && !(isOnOpener && event.type !== 'keydown')) onClose();
			}}
		>
			<Parts.Portal>
				<Parts.Backdrop className={`${scrim} z-30 sm:hidden`} />
				<Parts.Positioner
					anchor={anchor}
					align="start"
					sideOffset={6}
					collisionPadding={12}
					className={`z-40 ${SHEET}`}
				>
					<Parts.Popup
						ref={popup}
						finalFocus={focusAfter}
						className="grid max-h-(--available-height) w-80 max-w-full animate-appear overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-4 shadow-float outline-none max-sm:max-h-[85dvh] max-sm:w-full max-sm:rounded-b-none max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]"
					>
						<header className="mb-3 flex items-start gap-3">
							<Parts.Title className="min-w-0 flex-1 pt-1 font-semibold wrap-anywhere">{title}</Parts.Title>
							<Parts.Close
								aria-label="Close"
								className="-mt-1 -mr-1.5 grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink"
							>
								<X aria-hidden className="size-5" strokeWidth={1.75} />
							</Parts.Close>
						</header>
						{children}
					</Parts.Popup>
				</Parts.Positioner>
			</Parts.Portal>
		</Parts.Root>
	);
}
