import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'loss';

const LOOKS: Record<Look, string> = {
	primary: 'border-transparent bg-accent text-on-accent shadow-card hover:bg-accent-hover',
	secondary: 'border-line bg-surface text-ink shadow-card hover:border-line-strong',
	quiet: 'border-transparent text-ink hover:bg-sunken',
	loss: 'border-transparent bg-loss-soft text-loss hover:bg-loss hover:text-surface',
};

/** For a link that should look like a button. */
export const buttonClasses = (look: Look, extra?: string) =>
	classes(
		'inline-flex h-11 items-center justify-center gap-2 rounded-control px-5 font-medium whitespace-nowrap',
		// Forced colours show a border that is transparent otherwise.
		'border',
		// Already translated by zero while not pressed: adding a translation would lay out a long page again.
		'translate-y-0 transition-colors active:translate-y-px disabled:opacity-70 disabled:active:translate-y-0',
		LOOKS[look],
		extra,
	);

type Props = ComponentProps<'button'> & { look?: Look; busy?: boolean };

export function Button({ look = 'secondary', busy = false, className, children, ref, ...rest }: Props) {
	const button = useRef<HTMLButtonElement>(null);
	useImperativeHandle(ref, () => button.current as HTMLButtonElement, []);
	const hadFocus = useRef(false);
	// A button loses the focus while it is disabled. Whoever pressed it with a key goes on from there, and whoever scrolled
	// meanwhile stays there.
	useLayoutEffect(() => {
		if (busy) hadFocus.current = document.activeElement === button.current;
		else if (hadFocus.current && document.activeElement === document.body)
			button.current?.focus({ preventScroll: true });
	}, [busy]);
	return (
		<button ref={button} type="button" disabled={busy} {...rest} className={buttonClasses(look, className)}>
			{busy && <Spinner />}
			{children}
		</button>
	);
}
