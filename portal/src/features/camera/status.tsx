import { classes } from '../../ui/classes.ts';
import type { Words } from './camera-words.ts';

const DOTS: Record<Words['tone'], string> = {
	good: 'bg-accent',
	resting: 'bg-line-strong',
	attention: 'bg-attention',
};

/** The camera's status. Screen readers announce every change, so it must not contain a countdown. */
export const Status = ({ words: { tone, title, detail }, waiting }: { words: Words; waiting: number }) => (
	<div role="status" className="grid gap-0.5">
		<p className="flex items-center gap-2 font-semibold">
			<span aria-hidden className={classes('size-2.5 shrink-0 rounded-full', DOTS[tone])} />
			{title}
		</p>
		<p className="text-small text-pretty text-muted">{detail}</p>
		{waiting > 0 && (
			<p className="text-small font-medium text-attention">
				{waiting === 1 ? '1 picture waits to be sent.' : `${waiting} pictures wait to be sent.`}
			</p>
		)}
	</div>
);
