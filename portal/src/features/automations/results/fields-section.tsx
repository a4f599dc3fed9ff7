import { FIELDS_MAX, type FieldType, type ResultField } from '@watchword/contract/field';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type AriaAttributes, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClasses } from '../../../ui/field.tsx';
import { inWords } from '../form/sentence.ts';
import { MorePart } from '../sections/more-part.tsx';
import type { Editor } from '../use-editor.ts';
import { CAPTURE_SUGGESTIONS, newField, SUGGESTIONS, TYPE_NAMES, wrongPart } from './fields.ts';

const iconButton =
	'grid size-11 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-40';

/** What the model should find in each mail or picture, for the table of results. */
export function FieldsSection({ editor: { form, change, problems } }: { editor: Editor }) {
	const fields = form._fields;
	const problemId = useId();
	const wrong = wrongPart(fields, problems._fields);
	const list = useRef<HTMLUListElement>(null);
	const add = useRef<HTMLButtonElement>(null);
	const [added, setAdded] = useState(false);
	useEffect(() => {
		if (!added) return;
		setAdded(false);
		list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
	}, [added]);
	const set = (_fields: ResultField[]) => change({ _fields });
	const suggestions = form._triggerType === 'capture' ? CAPTURE_SUGGESTIONS : SUGGESTIONS;
	const named = fields.map(({ name }) => name.trim()).filter(Boolean);
	if (form._triggerType === 'schedule' && fields.length === 0) return null;
	return (
		<MorePart
			title="Fields"
			setting={named.length > 0 ? inWords(named) : 'None'}
			isUsed={fields.length > 0}
			hasProblem={problems._fields !== undefined}
		>
			<p className="text-small text-pretty wrap-anywhere text-muted">
				{named.length > 0
					? `Each run looks for ${inWords(named)} and adds a row to the table of results. What is not found stays empty.`
					: `Name what to find in each ${form._triggerType === 'capture' ? 'picture' : 'mail'}, such as ${form._triggerType === 'capture' ? 'the number of people' : 'a supplier, an amount and a due date'}. Each run becomes a row of a table.`}
			</p>
			<ul ref={list} className="grid gap-3 empty:hidden">
				{fields.map((field, at) => (
					<li key={field.id}>
						<Row
							field={field}
							isFirst={at === 0}
							isLast={at === fields.length - 1}
							attributesOf={(part) =>
								wrong?.at === at && wrong.part === part
									? { 'aria-invalid': true, 'aria-describedby': problemId }
									: {}
							}
							onChange={(part) => set(fields.with(at, { ...field, ...part }))}
							onMove={(by) => set(fields.toSpliced(at, 1).toSpliced(at + by, 0, field))}
							onRemove={() => {
								set(fields.toSpliced(at, 1));
								add.current?.focus();
							}}
						/>
					</li>
				))}
			</ul>
			{problems._fields && (
				<p id={problemId} role="alert" className="text-small text-loss">
					{problems._fields}
				</p>
			)}
			<div className="flex flex-wrap items-center gap-2">
				<Button
					ref={add}
					disabled={fields.length >= FIELDS_MAX}
					onClick={() => {
						set([...fields, newField()]);
						setAdded(true);
					}}
				>
					<Plus aria-hidden className="size-4.5" /> Add a field
				</Button>
				{fields.length === 0 &&
					suggestions.map(({ name, fields: some }) => (
						<Button
							key={name}
							look="quiet"
							className="px-3! text-small"
							onClick={() => set(some.map(([name, type]) => newField(name, type)))}
						>
							{name}
						</Button>
					))}
			</div>
		</MorePart>
	);
}

type RowProps = {
	field: ResultField;
	isFirst: boolean;
	isLast: boolean;
	/** Marks the part that prevents saving. */
	attributesOf: (part: 'name' | 'choices') => AriaAttributes;
	onChange: (part: Partial<ResultField>) => void;
	onMove: (by: 1 | -1) => void;
	onRemove: () => void;
};

function Row({ field, isFirst, isLast, attributesOf, onChange, onMove, onRemove }: RowProps) {
	const name = field.name.trim() || 'the new field';
	const [ofName, ofChoices] = [attributesOf('name'), attributesOf('choices')];
	return (
		<div className="grid gap-2">
			<div className="flex flex-wrap items-center gap-2">
				<input
					{...ofName}
					aria-label="Name of the field"
					placeholder="Name"
					value={field.name}
					onChange={(event) => onChange({ name: event.target.value })}
					className={inputClasses(Boolean(ofName['aria-invalid']), 'min-w-36 flex-1')}
				/>
				<select
					aria-label={`Type of ${name}`}
					value={field.type}
					onChange={({ target }) =>
						onChange({ type: target.value as FieldType, ...(target.value !== 'choice' && { choices: [] }) })
					}
					className={inputClasses(false, 'w-32!')}
				>
					{Object.entries(TYPE_NAMES).map(([type, label]) => (
						<option key={type} value={type}>
							{label}
						</option>
					))}
				</select>
				<div className="flex">
					<button
						type="button"
						aria-label={`Move ${name} up`}
						disabled={isFirst}
						onClick={() => onMove(-1)}
						className={iconButton}
					>
						<ArrowUp aria-hidden className="size-4.5" />
					</button>
					<button
						type="button"
						aria-label={`Move ${name} down`}
						disabled={isLast}
						onClick={() => onMove(1)}
						className={iconButton}
					>
						<ArrowDown aria-hidden className="size-4.5" />
					</button>
					<button type="button" aria-label={`Remove ${name}`} onClick={onRemove} className={iconButton}>
						<X aria-hidden className="size-4.5" />
					</button>
				</div>
			</div>
			{field.type === 'choice' && (
				<input
					{...ofChoices}
					aria-label={`Choices of ${name}`}
					placeholder="Choices, with commas between: Invoice, Reminder"
					value={field.choices.join(',')}
					onChange={(event) => onChange({ choices: event.target.value ? event.target.value.split(',') : [] })}
					className={inputClasses(Boolean(ofChoices['aria-invalid']))}
				/>
			)}
		</div>
	);
}
