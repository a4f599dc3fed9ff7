import { TOUR } from '@watchword/contract/constants';
import { type RefObject, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Step } from './steps.ts';

type Props = {
	ref?: RefObject<HTMLDivElement | null>;
	step: Step;
	current: number;
	total: number;
	/** The direction in which the tour is moving. Further presses are ignored meanwhile. */
	heading: 'next' | 'back' | null;
	isLost: boolean;
	on: Record<'next' | 'back' | 'skip', () => void>;
};

export function Card({ ref, step, current, total, heading, isLost, on }: Props) {
	const id = useId();
	const { title, content, icon: Icon, showControls = true, showSkip = true, isUsable = false } = step;
	return (
		<div
			ref={ref}
			role="dialog"
			// Assistive technology must be able to reach a usable target outside the card.
			aria-modal={!isUsable}
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-content`}
			tabIndex={-1}
			style={{
				minWidth: `${TOUR.cardRem.min}rem`,
				maxWidth: `min(${TOUR.cardRem.max}rem, calc(100vw - 1.5rem))`,
			}}
			className="grid w-fit gap-4 rounded-card border border-line bg-surface p-5 shadow-float outline-none"
		>
			<div className="flex items-start gap-3.5">
				<span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
					<Icon aria-hidden className="size-5" strokeWidth={1.75} />
				</span>
				<div className="grid max-w-88 gap-1">
					<h2 id={`${id}-title`} className="font-semibold">
						{title}
					</h2>
					<p id={`${id}-content`} className="text-pretty text-muted">
						{content}
					</p>
					{isLost && (
						<p role="status" className="text-small text-attention">
							That part of the page has not come up. Try again, or skip the tour.
						</p>
					)}
				</div>
			</div>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
				<p className="text-small text-muted tabular-nums">
					{current + 1} of {total}
				</p>
				<div className="flex flex-wrap items-center gap-2">
					{showSkip && (
						<Button look="quiet" onClick={on.skip} className="px-3.5">
							Skip
						</Button>
					)}
					{showControls && current > 0 && (
						<Button
							aria-disabled={heading !== null}
							onClick={on.back}
							className="px-3.5 aria-disabled:opacity-70"
						>
							Back
						</Button>
					)}
					{showControls && (
						<Button
							look="primary"
							data-primary
							aria-disabled={heading !== null}
							onClick={on.next}
							className="aria-disabled:opacity-70"
						>
							{heading === 'next' && <Spinner />}
							{current === total - 1 ? 'Finish' : 'Next'}
						</Button>
					)}
				</div>
			</div>
			<p aria-live="polite" className="sr-only">
				{`Step ${current + 1} of ${total}: ${title}. ${content}`}
			</p>
		</div>
	);
}
