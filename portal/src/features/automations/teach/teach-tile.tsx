import type { Side } from '@watchword/contract/example';
import { exactTime, timeInWords } from '../../../lib/time.ts';
import { classes } from '../../../ui/classes.ts';
import { Shot } from '../try/shot.tsx';

type Props = {
	at: number;
	path: string | null;
	problem: string | null;
	said: Side | null;
	isFromRun: boolean;
	isDoubtful: boolean;
	/** Null when the pressed button is pressed again. */
	onSay: (said: Side | null) => void;
};

const SIDES = [
	{ own: 'yes', label: 'Yes', pressed: 'border-accent bg-accent-soft text-accent' },
	{ own: 'no', label: 'No', pressed: 'border-attention bg-attention-soft text-attention' },
] as const;

/** One picture with its two buttons. At most one is pressed. */
export function TeachTile({ at, path, problem, said, isFromRun, isDoubtful, onSay }: Props) {
	const name = `Captured ${exactTime(at)}`;
	return (
		<li
			className={classes(
				'grid min-w-0 content-start overflow-hidden rounded-control border bg-surface',
				isDoubtful ? 'border-attention ring-1 ring-attention' : said ? 'border-accent' : 'border-line',
			)}
		>
			<span className="relative block aspect-4/3 w-full overflow-hidden bg-sunken">
				<Shot path={path} alt={name} cut />
			</span>
			<div className="grid gap-2 px-3 py-2.5">
				<span title={exactTime(at)} className="text-small text-muted tabular-nums">
					{timeInWords(at)}
				</span>
				{problem ? (
					<p className="text-small text-muted">{problem}</p>
				) : (
					<fieldset aria-label={name} className="grid min-w-0 grid-cols-2 gap-2">
						{SIDES.map(({ own, label, pressed }) => (
							<button
								key={own}
								type="button"
								aria-pressed={said === own}
								onClick={() => onSay(said === own ? null : own)}
								className={classes(
									'h-9 rounded-control border px-2 text-small font-medium transition-colors',
									said === own ? pressed : 'border-line-strong bg-surface hover:border-muted',
								)}
							>
								{label}
							</button>
						))}
					</fieldset>
				)}
				{isDoubtful && <p className="text-small font-medium text-attention">Does not fit the others</p>}
				{isFromRun && !isDoubtful && <p className="text-small text-muted">From your mark on its run</p>}
			</div>
		</li>
	);
}
