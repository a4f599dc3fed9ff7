import { ChevronRight, type LucideIcon, Mail, Router, Smartphone, SquareTerminal } from 'lucide-react';

export type Kind = 'browser' | 'mail' | 'network' | 'program';

const KINDS: { kind: Kind; icon: LucideIcon; name: string; hint: string }[] = [
	{
		kind: 'browser',
		icon: Smartphone,
		name: 'A phone or laptop',
		hint: 'Its browser becomes the camera. Nothing to install.',
	},
	{
		kind: 'mail',
		icon: Mail,
		name: 'A camera that can mail',
		hint: 'Doorbells, recorders and most IP cameras mail a picture when something moves.',
	},
	{
		kind: 'network',
		icon: Router,
		name: 'A camera in my network',
		hint: 'A small program beside your cameras fetches their pictures. Their passwords stay with you.',
	},
	{
		kind: 'program',
		icon: SquareTerminal,
		name: 'A program',
		hint: 'Anything that can send a picture over the web with a key.',
	},
];

/** The first question of “Add a device”: what is it? */
export const AddKinds = ({ onChoose }: { onChoose: (kind: Kind) => void }) => (
	<div className="grid gap-3">
		<p className="text-muted">What takes the pictures?</p>
		<ul className="grid gap-2.5">
			{KINDS.map(({ kind, icon: Icon, name, hint }) => (
				<li key={kind}>
					<button
						type="button"
						onClick={() => onChoose(kind)}
						className="flex w-full items-center gap-4 rounded-control border border-line bg-surface p-4 text-left shadow-card transition-colors hover:border-line-strong"
					>
						<span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
							<Icon aria-hidden className="size-5" strokeWidth={1.75} />
						</span>
						<span className="grid min-w-0 flex-1 gap-0.5">
							<span className="font-medium">{name}</span>
							<span className="text-small text-pretty text-muted">{hint}</span>
						</span>
						<ChevronRight aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
					</button>
				</li>
			))}
		</ul>
	</div>
);
