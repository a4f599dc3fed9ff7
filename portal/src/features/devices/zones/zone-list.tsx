import { fitsShape, ZONE_NAME_MAX, ZONE_USES, type Zone, type ZoneUse } from '@watchword/contract/zone';
import { Trash2 } from 'lucide-react';
import { classes } from '../../../ui/classes.ts';
import { inputClasses } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';

const USES: Record<ZoneUse, string> = {
	named: 'For prompts',
	only: 'Look only here',
	never: 'Never look here',
};

type Props = {
	zones: readonly Zone[];
	selected: number | null;
	onSelect: (at: number) => void;
	onChange: (at: number, change: Partial<Zone>) => void;
	onRemove: (at: number) => void;
	/** What is wrong with one of them, after an attempt to save. */
	problem: { at: number | null; problem: string } | null;
	ratio: number | null;
};

/** The zones with their names and what they are for. */
export const ZoneList = ({ zones, selected, onSelect, onChange, onRemove, problem, ratio }: Props) => (
	<ul className="grid gap-2">
		{zones.map((zone, at) => {
			const wrong = problem?.at === at ? problem.problem : null;
			return (
				<li
					key={at.toString()}
					className={classes(
						'grid gap-2 rounded-control border p-2.5 transition-colors',
						at === selected ? 'border-attention bg-attention-soft/40' : 'border-line',
					)}
				>
					<div className="grid grid-cols-[1fr_auto] gap-2 sm:grid-cols-[1fr_12rem_auto]">
						<input
							aria-label={`Name of zone ${at + 1}`}
							aria-invalid={wrong ? true : undefined}
							aria-describedby={wrong ? `zone-problem-${at}` : undefined}
							value={zone.name}
							maxLength={ZONE_NAME_MAX}
							autoComplete="off"
							placeholder="driveway"
							onFocus={() => onSelect(at)}
							onChange={(event) => onChange(at, { name: event.target.value })}
							className={inputClasses(Boolean(wrong))}
						/>
						<button
							type="button"
							aria-label={`Remove the zone ${zone.name}`}
							onClick={() => onRemove(at)}
							className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-loss-soft hover:text-loss sm:order-last"
						>
							<Trash2 aria-hidden className="size-5" strokeWidth={1.75} />
						</button>
						<select
							aria-label={`Use of the zone ${zone.name}`}
							value={zone.use}
							onFocus={() => onSelect(at)}
							onChange={(event) => onChange(at, { use: event.target.value as ZoneUse })}
							className={inputClasses(false, 'max-sm:col-span-2')}
						>
							{ZONE_USES.map((use) => (
								<option key={use} value={use}>
									{USES[use]}
								</option>
							))}
						</select>
					</div>
					{wrong && (
						<p id={`zone-problem-${at}`} role="alert" className="text-small text-loss">
							{wrong}
						</p>
					)}
					{ratio !== null && !fitsShape(zone, ratio) && (
						<Note>
							The picture has another shape than when this zone was drawn, so nothing is judged by it. Move a
							corner to where it belongs now.
						</Note>
					)}
				</li>
			);
		})}
	</ul>
);
