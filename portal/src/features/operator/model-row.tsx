import type { OperatorModel } from '@watchword/contract/operator';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Progress } from '../../ui/progress.tsx';
import { type Deed, factsOf, progressInWords, testInWords, upperFirst } from './model-words.ts';

type Props = {
	model: OperatorModel;
	/** False if the environment sets which model decides. */
	canBeUsed: boolean;
	busy: boolean;
	act: (deed: Deed) => void;
};

type State = OperatorModel['state'];

const NAMES: Record<State, string> = {
	absent: 'Not installed',
	downloading: 'Downloading',
	stopped: 'Download stopped',
	damaged: 'Not whole',
	testing: 'Being tested',
	installed: 'Installed',
	decides: 'Decides',
};

const LABELS: Record<Deed, string> = {
	install: 'Install',
	stop: 'Stop',
	use: 'Use',
	test: 'Test',
	remove: 'Remove',
};

/** What can be done in each state, the likeliest first. */
const DEEDS: Record<State, Deed[]> = {
	absent: ['install'],
	downloading: ['stop'],
	stopped: ['install', 'remove'],
	damaged: ['install', 'remove'],
	testing: [],
	installed: ['use', 'test', 'remove'],
	decides: ['test'],
};

export function ModelRow({ model, canBeUsed, busy, act }: Props) {
	const heading = useId();
	const { title, good_for, state, problem, progress, licence, test } = model;
	const deeds = DEEDS[state].filter(
		(deed) =>
			!(deed === 'use' && !canBeUsed) &&
			// What the operator brought is not on the hub.
			!(deed === 'install' && licence === null) &&
			// Only the process that downloads can stop it.
			!(deed === 'stop' && progress?.bytes_a_second === null),
	);
	return (
		<Card>
			<section aria-labelledby={heading} className="grid gap-4 p-5 sm:p-6">
				<div className="grid gap-1">
					<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
						<h3 id={heading} className="font-semibold wrap-anywhere">
							{title}
						</h3>
						<span
							className={classes(
								'rounded-full px-2.5 py-0.5 text-small',
								state === 'decides' ? 'bg-accent-soft text-accent' : 'bg-sunken text-muted',
							)}
						>
							{NAMES[state]}
						</span>
					</div>
					<p className="text-pretty text-muted">{upperFirst(good_for)}</p>
				</div>
				<dl className="flex flex-wrap gap-x-8 gap-y-2 text-small">
					{factsOf(model).map(([name, value]) => (
						<div key={name}>
							<dt className="text-muted">{name}</dt>
							<dd className="font-medium">{value}</dd>
						</div>
					))}
				</dl>
				{progress && (
					<div className="grid gap-1.5">
						<Progress
							aria-label={`Download of ${title}`}
							max={progress.total_bytes}
							value={progress.done_bytes}
						/>
						<p className="text-small text-muted">
							{progressInWords(progress)}
							{state === 'downloading' && progress.bytes_a_second === null && ', by a command in a terminal'}
						</p>
					</div>
				)}
				{test && (
					<p className={classes('text-small text-pretty', test.problem ? 'text-attention' : 'text-muted')}>
						{testInWords(test)}
					</p>
				)}
				{problem && <p className="text-small text-pretty text-attention">{problem}</p>}
				{deeds.length > 0 && (
					<div className="flex flex-wrap gap-3">
						{deeds.map((deed, at) => (
							<Button
								key={deed}
								look={lookOf(deed, at)}
								busy={busy}
								aria-label={`${labelOf(deed, state)} ${title}`}
								onClick={() => act(deed)}
							>
								{labelOf(deed, state)}
							</Button>
						))}
					</div>
				)}
			</section>
		</Card>
	);
}

const labelOf = (deed: Deed, state: State) =>
	deed === 'install' && state === 'stopped' ? 'Go on' : LABELS[deed];

function lookOf(deed: Deed, at: number) {
	if (deed === 'remove') return 'quiet';
	return at === 0 && (deed === 'install' || deed === 'use') ? 'primary' : 'secondary';
}
