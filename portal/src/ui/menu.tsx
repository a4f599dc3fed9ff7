import {
	createContext,
	type KeyboardEvent,
	type ReactNode,
	use,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import { classes } from './classes.ts';

type Props = {
	/** What the button shows; its text is also its name. */
	trigger: ReactNode;
	triggerClassName: string;
	disabled?: boolean;
	/** What a guided tour calls the button. */
	tour?: string;
	/** What the list is called. */
	label: string;
	/** Stands above the items; not itself an item. */
	heading?: ReactNode;
	/** How wide the list is and on which side of the button. */
	className: string;
	/** `MenuItem`s, and what stands between them. */
	children: ReactNode;
};

const Close = createContext<() => void>(() => {});

/**
 * A button with a menu under it, after the menu button pattern of the ARIA practices. Each has a place where there is
 * room for its list, so it goes without a positioning library.
 */
export function Menu({
	trigger,
	triggerClassName,
	disabled = false,
	tour,
	label,
	heading,
	className,
	children,
}: Props) {
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
				data-tour={tour}
				disabled={disabled}
				aria-haspopup="menu"
				aria-expanded={open !== null}
				aria-controls={open ? id : undefined}
				onClick={() => setOpen(open ? null : 'first')}
				onKeyDown={onTriggerKey}
				className={classes(triggerClassName, 'transition-colors')}
			>
				{trigger}
			</button>
			{open && (
				<div
					className={classes(
						'absolute z-40 mt-2 animate-appear rounded-card border border-line bg-surface p-1.5 shadow-float',
						className,
					)}
				>
					{heading && <div className="px-3 pt-2 pb-3">{heading}</div>}
					<div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onListKey}>
						<Close value={close}>{children}</Close>
					</div>
				</div>
			)}
		</div>
	);
}

type ItemProps = { onSelect: () => void; disabled?: boolean; className: string; children: ReactNode };

/** One that cannot be chosen is still reached and read. */
export function MenuItem({ onSelect, disabled = false, className, children }: ItemProps) {
	const close = use(Close);
	return (
		<button
			type="button"
			role="menuitem"
			tabIndex={-1}
			aria-disabled={disabled || undefined}
			onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
			onClick={() => {
				if (disabled) return;
				close();
				onSelect();
			}}
			className={classes(
				'w-full rounded-control px-3 text-left outline-none focus:bg-sunken aria-disabled:cursor-default',
				className,
			)}
		>
			{children}
		</button>
	);
}

const entriesOf = (list: HTMLElement | null) => [
	...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];
