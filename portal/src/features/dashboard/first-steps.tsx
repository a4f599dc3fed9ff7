import { useQuery } from '@tanstack/react-query';
import type { AutomationSummary } from '@watchword/contract/automation';
import type { Dashboard } from '@watchword/contract/dashboard';
import type { Device } from '@watchword/contract/device';
import { ArrowRight, Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { pushQuery } from '../../lib/account-documents.ts';
import { portalQuery } from '../../lib/documents.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';

type Props = { dashboard: Dashboard; devices: Device[]; automations: AutomationSummary[] };

/** The first steps, until something has run and somebody can be told; before that they cannot be hidden. */
export function FirstSteps({ dashboard, devices, automations }: Props) {
	const { data: portal } = useQuery(portalQuery);
	const { data: push } = useQuery(pushQuery);
	const [isHidden, hide] = useHidden();
	// What is not known yet makes no steps appear for a moment.
	const hasBrowser = !push || push.items.length > 0;
	const isTold = !portal || portal.sendsMail || hasBrowser;
	if (dashboard.hasRun && (isTold || isHidden)) return null;
	// What the demo brings along is no step of its owner.
	const own = devices.filter(({ id }) => !dashboard.drawn.includes(id));
	const isOwn = ({ id }: AutomationSummary) =>
		dashboard.drawn.length === 0 || own.some((device) => device.automations.includes(id));
	return (
		<Steps
			hasCamera={own.length > 0}
			hasAutomation={automations.some(isOwn)}
			hasBrowser={push !== undefined && hasBrowser}
			onHide={dashboard.hasRun ? hide : undefined}
		/>
	);
}

const HIDDEN = 'first-steps';

/** Stored in this browser if possible. */
function useHidden(): [boolean, () => void] {
	const [isHidden, setHidden] = useState(() => {
		try {
			return localStorage.getItem(HIDDEN) !== null;
		} catch {
			return false;
		}
	});
	const hide = () => {
		setHidden(true);
		try {
			localStorage.setItem(HIDDEN, 'hidden');
		} catch {
			// Without storage they are shown again next time.
		}
	};
	return [isHidden, hide];
}

type StepsProps = {
	hasCamera: boolean;
	hasAutomation: boolean;
	hasBrowser: boolean;
	onHide?: (() => void) | undefined;
};

/** From nothing to the first alert on a phone: the list at the beginning of the README, each step with its state. */
function Steps({ hasCamera, hasAutomation, hasBrowser, onHide }: StepsProps) {
	const steps = [
		{
			done: true,
			to: '/app/help',
			title: 'Get Watchword and start it',
			text: 'It runs on a machine of yours.',
		},
		{
			done: true,
			to: '/app/help',
			title: 'Open the link',
			text: 'You are here. The help says how each part works.',
		},
		{
			done: hasCamera,
			to: '/app/devices',
			title: 'Scan the QR code with your phone',
			text: '“Add a device” shows it. The phone trusts this server from then on, and becomes a camera.',
		},
		{
			done: hasAutomation,
			to: '/app/automations',
			title: 'Choose a template',
			text: 'Such as “Somebody at the door”. What it watches for is one sentence, which you can change.',
		},
		{
			done: hasBrowser,
			to: '/app/account#notifications',
			title: 'Allow notifications',
			text: 'On the phone or browser that should tell you: the picture, and a sentence about it.',
		},
	];
	const next = steps.findIndex(({ done }) => !done);
	return (
		<Card className="grid gap-4 p-5">
			<div className="flex items-center justify-between gap-4">
				<h2 className="font-semibold">First steps</h2>
				{onHide && (
					<Button look="quiet" onClick={onHide}>
						Hide
					</Button>
				)}
			</div>
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
