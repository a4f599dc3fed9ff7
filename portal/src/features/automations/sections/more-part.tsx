import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classes } from '../../../ui/classes.ts';

type Props = {
	title: string;
	/** How it is set at present, in a few words. */
	setting: ReactNode;
	/** Whether it is set to anything but its default. */
	isUsed?: boolean;
	/** A field with a problem must be visible, so that it can take the focus. */
	hasProblem?: boolean;
	/** By which other parts of the editor find it. */
	anchor?: string;
	children: ReactNode;
};

/** A part of the editor that few need. It is closed until it is used, and says in one line how it is set. */
export function MorePart({ title, setting, isUsed = false, hasProblem = false, anchor, children }: Props) {
	const id = useId();
	const [open, setOpen] = useState(isUsed);
	const [wasUsed, setWasUsed] = useState(isUsed);
	if (isUsed !== wasUsed) {
		setWasUsed(isUsed);
		if (isUsed) setOpen(true);
	}
	if (hasProblem && !open) setOpen(true);
	return (
		<section aria-labelledby={`${id}-title`} className="grid">
			<h4>
				<button
					type="button"
					data-anchor={anchor}
					aria-expanded={open}
					aria-controls={id}
					onClick={() => setOpen(!open)}
					className="-mx-3 flex w-[calc(100%+1.5rem)] items-start gap-x-3 rounded-control px-3 py-1.5 text-left transition-colors hover:bg-sunken"
				>
					<span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
						<span id={`${id}-title`} className="shrink-0 basis-48 font-medium">
							{title}
						</span>
						<span className="min-w-0 flex-1 basis-56 pt-0.5 text-small text-pretty wrap-anywhere text-muted">
							{setting}
						</span>
					</span>
					<ChevronDown
						aria-hidden
						className={classes(
							'mt-0.5 size-5 shrink-0 text-muted transition-transform',
							open && 'rotate-180',
						)}
					/>
				</button>
			</h4>
			<div id={id} hidden={!open} className="grid gap-5 pt-3 pb-5">
				{open && children}
			</div>
		</section>
	);
}
