import { useState } from 'react';
import type { LocalClock } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Difference, differences, type Field, merged, type Words } from './form/difference.ts';
import { formOf } from './form/form.ts';
import type { Conflict, Editor } from './use-editor.ts';

type Props = { editor: Editor; words: Words };

/** Two edits conflict. Both are shown field by field, and nothing is saved until the customer has chosen. */
export function ConflictDialog({ editor: { conflict, resolve, closeConflict, clock }, words }: Props) {
	return (
		<Dialog
			open={conflict !== null}
			onClose={closeConflict}
			size="wide"
			title="This automation was changed in the meantime"
			description="Another tab or device saved it after you began. Nothing is lost: choose what to keep, field by field."
		>
			{conflict && <Choices key={conflict.theirs._version} {...{ conflict, clock, words, resolve }} />}
		</Dialog>
	);
}

type ChoicesProps = { conflict: Conflict; clock: LocalClock; words: Words; resolve: Editor['resolve'] };

function Choices({ conflict: { theirs, mine, before }, clock, words, resolve }: ChoicesProps) {
	const named = (form: typeof mine) => ({ ...form, _name: theirs._name });
	const saved = formOf(theirs, clock);
	const differing = differences(named(saved), named(mine), words);
	// By default, fields that only the other side changed are theirs, and all others are mine.
	const touched = new Set(differences(named(before), named(mine), words).map(({ field }) => field));
	const [fromMine, setFromMine] = useState<ReadonlySet<Field>>(touched);

	function choose(field: Field, isMine: boolean) {
		const next = new Set(fromMine);
		if (isMine) next.add(field);
		else next.delete(field);
		setFromMine(next);
	}

	return (
		<div className="grid gap-5">
			<ul className="grid gap-5">
				{differing.map((difference) => (
					<li key={difference.field}>
						<FieldChoice
							difference={difference}
							isMine={fromMine.has(difference.field)}
							onChoose={(isMine) => choose(difference.field, isMine)}
						/>
					</li>
				))}
			</ul>
			<div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
				<Button onClick={() => resolve(saved)}>Take the saved one</Button>
				<Button look="primary" onClick={() => resolve(merged(mine, saved, fromMine))}>
					Save what I chose
				</Button>
			</div>
		</div>
	);
}

type FieldChoiceProps = { difference: Difference; isMine: boolean; onChoose: (isMine: boolean) => void };

function FieldChoice({ difference: { field, label, before, after }, isMine, onChoose }: FieldChoiceProps) {
	const side = (title: string, text: string, chosen: boolean, value: boolean) => (
		<label
			className={classes(
				'relative grid cursor-pointer content-start gap-1 rounded-control border px-3.5 py-2.5 transition-colors',
				'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
				chosen ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:border-muted',
			)}
		>
			<input
				type="radio"
				name={`conflict-${field}`}
				checked={chosen}
				onChange={() => onChoose(value)}
				className="absolute inset-0 cursor-pointer opacity-0"
			/>
			<span className={classes('text-small font-medium', chosen ? 'text-accent' : 'text-muted')}>
				{title}
			</span>
			<span className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{text || 'Nothing'}</span>
		</label>
	);
	return (
		<fieldset className="grid min-w-0 gap-1.5">
			<legend className="mb-1.5 text-small font-medium">{label}</legend>
			<div className="grid gap-2 sm:grid-cols-2">
				{side('Yours', after, isMine, true)}
				{side('Saved', before, !isMine, false)}
			</div>
		</fieldset>
	);
}
