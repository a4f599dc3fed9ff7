import { type Condition, isGroup, isInBounds, negated, type Part } from '@watchword/contract/condition';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Check } from '../../../ui/check.tsx';
import { PopoverWindow } from '../../../ui/popover-window.tsx';
import { type BeyondProps, BeyondWords } from './beyond-words.tsx';
import { changedAt, conditionAt, type Path, rejoined, withPart } from './edit.ts';
import type { Around } from './field.ts';
import { PartInput } from './inputs.tsx';
import { fieldOf, isComplete, KINDS, nameOf, offered, unsaid } from './parts.ts';

/** What was clicked: a piece of the sentence, or "Add". */
export type Target =
	| { path: Path; field: string /** The part behind an "and" or "or". */; before?: number }
	| 'add';

type Inside = {
	whole: Condition | null;
	around: Around;
	onChange: (whole: Condition) => void;
	onClose: () => void;
	/** Opens another piece. */
	goTo: (target: Target) => void;
} & Omit<BeyondProps, 'words' | 'onLookFor'>;

export type PartWindowProps = Inside & {
	open: boolean;
	target: Target | null;
	anchor: () => Element | null;
	isOpener: (target: Element) => boolean;
	focusAfter: () => HTMLElement | null;
};

/** The window behind one piece of the sentence. It changes only that. */
export function PartWindow({ open, target, anchor, isOpener, focusAfter, ...inside }: PartWindowProps) {
	const { whole, onClose } = inside;
	const condition = whole && target && target !== 'add' ? conditionAt(whole, target.path) : null;
	const title = condition && target && target !== 'add' ? nameOf(condition, target.field) : 'Add';
	return (
		<PopoverWindow {...{ title, anchor, isOpener, focusAfter, onClose }} open={open && target !== null}>
			{target === 'add' ? (
				<AddPart {...inside} />
			) : (
				target &&
				condition && (
					<PieceForm key={JSON.stringify(target)} {...inside} target={target} condition={condition} />
				)
			)}
		</PopoverWindow>
	);
}

type PieceProps = Inside & { target: Exclude<Target, 'add'>; condition: Condition };

function PieceForm({ target, condition, ...inside }: PieceProps) {
	const { whole, around, onChange, onClose, goTo } = inside;
	const { path, field, before } = target;
	if (!whole) return null;
	const put = (next: Condition | null) => onChange(changedAt(whole, path, () => next));
	if (isGroup(condition) && before !== undefined) {
		const other = rejoined(whole, path, before);
		return (
			<div className="grid gap-3">
				<p className="text-small text-muted">
					{condition.is === 'all' ? 'Both sides must be true.' : 'One of the two sides is enough.'}
				</p>
				<Button
					disabled={!isInBounds(other)}
					onClick={() => {
						onChange(other);
						onClose();
					}}
				>
					Change it to “{condition.is === 'all' ? 'or' : 'and'}”
				</Button>
			</div>
		);
	}
	const isPart = !isGroup(condition);
	const inputs = fieldOf(condition, field)?.inputs ?? [];
	const more = isPart ? unsaid(condition, saidBy(condition)) : [];
	return (
		<Form
			onSubmit={onClose}
			button="Done"
			aside={
				<Button
					look="quiet"
					className="px-3! text-loss"
					onClick={() => {
						put(null);
						onClose();
					}}
				>
					Remove
				</Button>
			}
		>
			{condition.is === 'beyond' && (
				<BeyondWords
					{...inside}
					words={condition.words}
					onLookFor={(words) => {
						put({ ...condition, is: 'says', words: [words], match: 'any', in: 'anywhere' });
						goTo({ path, field: 'words' });
					}}
				/>
			)}
			{condition.is === 'every' && (
				<p className="text-small text-muted">Add a part, and only what fits it counts.</p>
			)}
			{isPart &&
				inputs
					.filter(({ when }) => !when || when(condition))
					.map((input) => (
						<PartInput key={input.label} input={input} part={condition} around={around} onChange={put} />
					))}
			{isPart && more.length > 0 && (
				<div className="flex flex-wrap gap-2">
					{more.map(([name, { label, begin }]) => (
						<Button
							key={name}
							className="h-9! px-3! text-small"
							onClick={() => {
								put(begin?.(condition) ?? condition);
								goTo({ path, field: name });
							}}
						>
							+ {label}
						</Button>
					))}
				</div>
			)}
			{(condition.not || !/^(?:every|seen|beyond)$/.test(condition.is)) && (
				<Check
					label="Not"
					hint="The opposite of it."
					checked={condition.not === true}
					onChange={() => put(negated(condition))}
				/>
			)}
		</Form>
	);
}

/** The fields that it has. */
const saidBy = (part: Part) =>
	Object.entries(part).flatMap(([name, value]) =>
		value === null || (Array.isArray(value) && value.length === 0) ? [] : [name],
	);

/** First the kind of part, then what it must say. */
function AddPart({ whole, trigger, around, onChange, onClose }: Inside) {
	const [part, setPart] = useState<Part | null>(null);
	if (!part)
		return (
			<div className="grid gap-1">
				{offered(trigger).map(({ label, begin }) => (
					<Button key={label} look="quiet" className="justify-start! px-3!" onClick={() => setPart(begin)}>
						{label}
					</Button>
				))}
			</div>
		);
	const next = withPart(whole, part);
	const isReady = isComplete(part) && isInBounds(next);
	const inputs = KINDS[part.is]?.asks.flatMap((field) => fieldOf(part, field)?.inputs ?? []) ?? [];
	return (
		<Form
			onSubmit={() => {
				if (!isReady) return;
				onChange(next);
				onClose();
			}}
			button="Add"
			isReady={isReady}
			aside={
				<Button look="quiet" className="px-3!" onClick={() => setPart(null)}>
					Back
				</Button>
			}
		>
			{inputs
				.filter(({ when }) => !when || when(part))
				.map((input) => (
					<PartInput key={input.label} input={input} part={part} around={around} onChange={setPart} />
				))}
			{!isInBounds(next) && (
				<p className="text-small text-attention">There is no room for more parts. Remove one first.</p>
			)}
		</Form>
	);
}

type FormProps = {
	onSubmit: () => void;
	button: string;
	isReady?: boolean;
	aside: ReactNode;
	children: ReactNode;
};

/** Enter in a field is the same as its button. */
const Form = ({ onSubmit, button, isReady = true, aside, children }: FormProps) => (
	<form
		noValidate
		className="grid gap-4"
		onSubmit={(event) => {
			event.preventDefault();
			// React would hand it on to a form around the button that opened this.
			event.stopPropagation();
			onSubmit();
		}}
	>
		{children}
		<div className="flex items-center justify-between gap-3">
			{aside}
			<Button type="submit" look="primary" disabled={!isReady}>
				{button}
			</Button>
		</div>
	</form>
);
