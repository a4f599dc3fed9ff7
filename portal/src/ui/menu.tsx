import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';

type Props = {
	/** What the button shows; its text is also its name. */
	trigger: ReactNode;
	/** What the list is called. */
	label: string;
	/** Stands above the items; not itself an item. */
	heading: ReactNode;
	items: { label: string; icon: LucideIcon; onSelect: () => void }[];
};

/**
 * A button with a menu under it, after the menu button pattern of the ARIA practices. It is on every
 * signed-in screen and always in the same corner, so it goes without a positioning library.
 */
export function Menu({ trigger, label, heading, items }: Props) {
	const id = useId();
	const frame = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const [open, setOpen] = useState<'first' | 'last' | null>(null);

	useEffect(() => {
		if (!open) return;
		const all = entriesOf(list.current);
		all[open === 'first' ? 0 : all.length - 1]?.focus();
		const onPointer = (event: PointerEvent) => {
			if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(null);
		};
		document.addEventListener('pointerdown', onPointer);
		return () => document.removeEventListener('pointerdown', onPointer);
	}, [open]);

	function close() {
		setOpen(null);
		button.current?.focus();
	}

	function onTriggerKey(event: KeyboardEvent) {
		if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
		event.preventDefault();
		setOpen(event.key === 'ArrowDown' ? 'first' : 'last');
	}

	function onListKey(event: KeyboardEvent) {
		const all = entriesOf(list.current);
		const at = all.indexOf(document.activeElement as HTMLElement);
		const target = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[
			event.key
		];
		if (target !== undefined) {
			event.preventDefault();
			all[target % all.length]?.focus();
		} else if (event.key === 'Escape') {
			event.stopPropagation();
			close();
		} else if (event.key === 'Tab') {
			setOpen(null);
		}
	}

	return (
		<div ref={frame} className="relative">
			<button
				ref={button}
				type="button"
				aria-haspopup="menu"
				aria-expanded={open !== null}
				aria-controls={open ? id : undefined}
				onClick={() => setOpen(open ? null : 'first')}
				onKeyDown={onTriggerKey}
				className={classes(
					'flex h-11 items-center gap-2 rounded-control px-2 transition-colors hover:bg-sunken',
					open && 'bg-sunken',
				)}
			>
				{trigger}
			</button>
			{open && (
				<div className="absolute right-0 mt-2 w-64 animate-appear rounded-card border border-line bg-surface p-1.5 shadow-float">
					<div className="px-3 pt-2 pb-3">{heading}</div>
					<div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onListKey}>
						{items.map(({ label, icon: Icon, onSelect }) => (
							<button
								key={label}
								type="button"
								role="menuitem"
								tabIndex={-1}
								onClick={() => {
									close();
									onSelect();
								}}
								className="flex h-11 w-full items-center gap-3 rounded-control px-3 text-left outline-none hover:bg-sunken focus:bg-sunken"
							>
								<Icon aria-hidden className="size-4.5 text-muted" strokeWidth={1.75} />
								{label}
							</button>
						))}
					</div>
				</div>
			)}
		</div>
	);
}

const entriesOf = (list: HTMLElement | null) => [
	...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];
