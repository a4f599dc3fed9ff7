import { Menu as Parts } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { afterPaint } from './use-after-paint.ts';

export type MenuWindowProps = {
	open: boolean;
	onClose: () => void;
	/** The button that opens it. */
	button: RefObject<HTMLButtonElement | null>;
	/** The item that gets the focus first. */
	from: 'first' | 'last';
	/** The accessible name of the list. */
	label: string;
	/** Shown above the items. It is not an item itself. */
	heading?: ReactNode;
	items: { icon: LucideIcon; label: string; onSelect: () => void }[];
};

export function MenuWindow({ open, onClose, button, from, label, heading, items }: MenuWindowProps) {
	// The button itself handles a press on it, and closes the menu.
	const isOnButton = (event: Event) => {
		const place = event instanceof FocusEvent ? event.relatedTarget : event.target;
		return place instanceof Node && button.current?.contains(place);
	};
	// Removed at once, because closing has no animation: on a phone Base UI takes longer to close it than to remove it.
	if (!open) return null;
	return (
		<Parts.Root
			open
			modal={false}
			// A touch does not hover: highlighting the touched item would only delay the choice.
			highlightItemOnHover={matchMedia('(hover: hover)').matches}
			onOpenChange={(next, { event }) => !next && !isOnButton(event) && onClose()}
		>
			{/* Next to its button, so that it belongs to the same landmark. */}
			<Parts.Portal container={button.current?.parentElement ?? null}>
				<Parts.Positioner anchor={button} align="end" sideOffset={8} className="z-40">
					<Parts.Popup
						aria-label={label}
						finalFocus={button}
						className="w-max max-w-[min(20rem,100vw-1rem)] min-w-64 animate-appear rounded-card border border-line bg-surface p-1.5 shadow-float outline-none"
					>
						{heading && <div className="px-3 pt-2 pb-3">{heading}</div>}
						<Items items={items} from={from} />
					</Parts.Popup>
				</Parts.Positioner>
			</Parts.Portal>
		</Parts.Root>
	);
}

function Items({ items, from }: Pick<MenuWindowProps, 'items' | 'from'>) {
	const start = useRef<HTMLElement>(null);
	useEffect(() => start.current?.focus(), []);
	return items.map(({ icon: Icon, label, onSelect }, index) => (
		<Parts.Item
			key={label}
			ref={index === (from === 'first' ? 0 : items.length - 1) ? start : null}
			// The menu closes with the click, so the item needs no focus. The action starts after the closing is painted.
			onMouseDown={(event) => event.preventDefault()}
			onClick={() => afterPaint(onSelect)}
			className="flex h-11 items-center gap-3 rounded-control px-3 outline-none active:bg-sunken data-highlighted:bg-sunken"
		>
			<Icon aria-hidden className="size-4.5 text-muted" strokeWidth={1.75} />
			{label}
		</Parts.Item>
	));
}
