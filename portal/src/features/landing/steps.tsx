import {
	Clock,
	FileDown,
	type LucideIcon,
	Mail,
	MessageSquareText,
	Reply,
	ScanEye,
	Send,
	Video,
} from 'lucide-react';

type Step = { title: string; text: string; parts: { icon: LucideIcon; label: string }[] };

const STEPS: Step[] = [
	{
		title: 'Something sets it off',
		text: 'A camera sends a capture, an email arrives at an address of its own, or it is time.',
		parts: [
			{ icon: Video, label: 'Device Capture' },
			{ icon: Mail, label: 'Email' },
			{ icon: Clock, label: 'Scheduled' },
		],
	},
	{
		title: 'Your prompt decides',
		text: 'Write what matters as you would say it to a person. A model looks, and says what it saw.',
		parts: [
			{ icon: MessageSquareText, label: 'Your own words' },
			{ icon: ScanEye, label: 'Reasons you can read' },
		],
	},
	{
		title: 'The right thing follows',
		text: 'You get an email, the sender gets an answer, or the result is put away for later.',
		parts: [
			{ icon: Send, label: 'Send Email' },
			{ icon: Reply, label: 'Reply to Email' },
			{ icon: FileDown, label: 'Save to Storage' },
		],
	},
];

export const Steps = () => (
	<ol className="grid gap-x-10 gap-y-12 md:grid-cols-3 md:gap-y-4">
		{STEPS.map(({ title, text, parts }, index) => (
			<li
				key={title}
				className="grid content-start gap-4 border-t border-line pt-6 md:row-span-3 md:grid-rows-subgrid"
			>
				<span aria-hidden className="text-small font-medium text-accent tabular-nums">
					{index + 1}
				</span>
				<div className="grid content-start gap-2">
					<h3 className="font-semibold">{title}</h3>
					<p className="text-pretty text-muted">{text}</p>
				</div>
				<ul className="mt-2 grid content-start gap-2.5 text-small">
					{parts.map(({ icon: Icon, label }) => (
						<li key={label} className="flex items-center gap-3">
							<Icon aria-hidden className="size-4.5 text-accent" strokeWidth={1.75} />
							{label}
						</li>
					))}
				</ul>
			</li>
		))}
	</ol>
);
