import { ArrowRight, Check } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';

type Props = { hasDevice: boolean; hasAutomation: boolean };

/** The first steps of a new customer. Hidden when the first automation has run. */
export function FirstSteps({ hasDevice, hasAutomation }: Props) {
	const steps = [
		{
			done: hasDevice,
			to: '/app/devices',
			title: 'Add a camera',
			text: 'Any phone, tablet or laptop will do. Mail and times of the day need none.',
		},
		{
			done: hasAutomation,
			to: '/app/automations',
			title: 'Make an automation',
			text: 'Say what sets it off, what matters, and what should follow.',
		},
		{
			done: false,
			to: '/app/help#runs-tab',
			title: 'See it run',
			text: 'Let the camera take a picture; with credits, send it a mail or wait for its time. You see here what happened.',
		},
	];
	const next = steps.findIndex(({ done }) => !done);
	return (
		<Card className="grid gap-4 p-5">
			<h2 className="font-semibold">First steps</h2>
			<ol className="grid gap-1">
				{steps.map(({ done, to, title, text }, index) => (
					<li key={title}>
						<Link to={to} className="-mx-2 flex items-start gap-3 rounded-control p-2 hover:bg-sunken">
							<span
								className={classes(
									'grid size-7 shrink-0 place-items-center rounded-full border text-small font-medium tabular-nums',
									done && 'border-accent bg-accent text-on-accent',
									!done && (index === next ? 'border-accent text-accent' : 'border-line-strong text-muted'),
								)}
							>
								{done ? <Check aria-hidden className="size-4" /> : index + 1}
							</span>
							<span className="grid min-w-0 flex-1 gap-0.5">
								<span className="font-medium">
									{done && <span className="sr-only">Done: </span>}
									{title}
								</span>
								<span className="text-small text-pretty text-muted">{text}</span>
							</span>
							<ArrowRight aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
						</Link>
					</li>
				))}
			</ol>
		</Card>
	);
}
