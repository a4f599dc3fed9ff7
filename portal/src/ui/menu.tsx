import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { later } from './later.tsx';
import type { MenuWindowProps } from './menu-window.tsx';

const MenuWindow = later<MenuWindowProps>(async () => (await import('./menu-window.tsx')).MenuWindow);

type Props = Pick<MenuWindowProps, 'label' | 'heading' | 'items'> & {
	/** The content of the button; its text is also its accessible name. */
	children: ReactNode;
};

/** A button with a menu under it. The menu's code loads later, so the button handles the keys that open it. */
export function Menu({ children, ...menu }: Props) {
	const button = useRef<HTMLButtonElement>(null);
	const [open, setOpen] = useState(false);
	const [from, setFrom] = useState<MenuWindowProps['from']>('first');

	function show(item: MenuWindowProps['from']) {
		setFrom(item);
		setOpen(true);
	}

	function onKeyDown(event: KeyboardEvent) {
		if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
		event.preventDefault();
		show(event.key === 'ArrowDown' ? 'first' : 'last');
	}

	return (
		<>
			<button
				ref={button}
				type="button"
				aria-haspopup="menu"
				aria-expanded={open}
				onClick={() => (open ? setOpen(false) : show('first'))}
				onKeyDown={onKeyDown}
				className="flex h-11 items-center gap-2 rounded-control px-2 transition-colors hover:bg-sunken aria-expanded:bg-sunken"
			>
				{children}
			</button>
			<MenuWindow {...menu} open={open} onClose={() => setOpen(false)} button={button} from={from} />
		</>
	);
}
