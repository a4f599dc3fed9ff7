const CHOICES: [seconds: number, label: string][] = [
	[10, 'Every 10 s'],
	[30, 'Every 30 s'],
	[60, 'Every minute'],
	[300, 'Every 5 min'],
];
export const USUAL_SECONDS = 30;

/** How often a picture is taken. */
export const Every = ({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) => (
	<label className="grid">
		<span className="sr-only">How often</span>
		<select
			value={seconds}
			onChange={(event) => onChange(Number(event.target.value))}
			className="h-14 w-full rounded-control border border-line bg-surface px-3 font-medium hover:border-line-strong"
		>
			{CHOICES.map(([value, label]) => (
				<option key={value} value={value}>
					{label}
				</option>
			))}
		</select>
	</label>
);
