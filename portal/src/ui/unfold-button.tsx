import { ChevronDown } from 'lucide-react';
import { classes } from './classes.ts';

type Props = {
	open: boolean;
	onToggle(): void;
	/** What it shows and hides, in a word. */
	what: string;
	/** The id of the element it shows and hides. */
	controls: string;
};

/** Opens and closes a card. A click anywhere on the nearest positioned parent counts. */
export const UnfoldButton = ({ open, onToggle, what, controls }: Props) => (
	<button
		type="button"
		aria-expanded={open}
		aria-controls={controls}
		aria-label={`${open ? 'Hide' : 'Show'} ${what}`}
		onClick={onToggle}
		className="-m-2 rounded-control p-2 text-muted after:absolute after:inset-0 hover:text-ink"
	>
		<ChevronDown aria-hidden className={classes('size-5 transition-transform', open && 'rotate-180')} />
	</button>
);
