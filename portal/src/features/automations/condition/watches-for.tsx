import { useQuery } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { devicesQuery, portalQuery } from '../../../lib/documents.ts';
import { Button } from '../../../ui/button.tsx';
import { later } from '../../../ui/later.tsx';
import type { Editor } from '../use-editor.ts';
import { isNothing } from './edit.ts';
import { FillIn } from './fill-in.tsx';
import type { PartWindowProps, Target } from './part-window.tsx';
import { Remarks } from './remarks.tsx';
import { keyOf, Sentence } from './sentence.tsx';
import { useCondition } from './use-condition.ts';

const PartWindow = later<PartWindowProps>(async () => (await import('./part-window.tsx')).PartWindow);
const NO_ZONES: readonly string[] = [];

/** What the automation watches for, as a sentence whose parts can be changed. It follows the prompt until one is. */
export function WatchesFor({ editor }: { editor: Editor }) {
	const { form, base, change, problems } = editor;
	const id = useId();
	const group = useRef<HTMLDivElement>(null);
	const [opened, setOpened] = useState<Target | null>(null);
	/** What gets the focus when the window closes: what it belonged to, or where a button in it led. */
	const last = useRef<Target | null>(null);
	const after = useRef<HTMLElement | null>(null);
	const { data: portal } = useQuery(portalQuery);
	const { data: devices } = useQuery(devicesQuery);
	const { condition, isOwn, reading, isReading } = useCondition(editor);
	const trigger = form._triggerType;
	const device = devices?.find(({ id }) => id === form.trigger_device_deviceID);
	const zones = device?.zones.filter(({ use }) => use !== 'never').map(({ name }) => name);
	if (base.id === EXAMPLE_AUTOMATION) return null;

	const isEmpty = condition === null || isNothing(condition);
	const find = (key: string) => group.current?.querySelector<HTMLElement>(`[data-part="${key}"]`);
	function open(target: Target) {
		last.current = target;
		after.current = null;
		setOpened(opened && keyOf(opened) === keyOf(target) ? null : target);
	}
	/** The button of the window, or another one of its part if it is gone. */
	function buttonOf(target: Target | null): HTMLElement | null {
		if (target === null) return null;
		const own = find(keyOf(target));
		if (own || target === 'add') return own ?? null;
		const path = target.path.join('.');
		return group.current?.querySelector<HTMLElement>(`[data-part^="${path}:"]`) ?? find('add') ?? null;
	}
	const canTeach = portal?.builtInModel === true && trigger === 'capture';
	function teach() {
		const part = document.querySelector<HTMLElement>('[data-anchor=teach-it]');
		if (part?.ariaExpanded === 'false') part.click();
		after.current = part;
		setOpened(null);
	}
	return (
		<div className="grid gap-3">
			<h4 id={id} className="text-small font-medium">
				Watches for
			</h4>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line of words in every browser. */}
			<div
				ref={group}
				role="group"
				aria-labelledby={id}
				className="flex flex-wrap items-center gap-x-1.5 gap-y-2"
			>
				{isEmpty ? (
					<span className="text-muted">{nothingYet(isOwn, isReading)}</span>
				) : (
					<Sentence condition={condition} trigger={trigger} opened={opened} onOpen={open} />
				)}
				<button
					type="button"
					data-part="add"
					aria-haspopup="dialog"
					aria-expanded={opened === 'add'}
					aria-invalid={problems._condition ? true : undefined}
					aria-label="Add a part"
					onClick={() => open('add')}
					className="inline-flex items-center gap-1 rounded-control border border-line-strong bg-surface px-2 py-0.5 font-medium transition-colors hover:border-muted"
				>
					<Plus aria-hidden className="size-4" strokeWidth={1.75} />
					Add
				</button>
			</div>
			{isOwn && (
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
					<span>Changed by you, so it stays when the prompt changes.</span>
					<Button
						look="quiet"
						className="-ml-3 h-9! px-3! text-small"
						onClick={() => {
							change({ _condition: null });
							find('add')?.focus();
						}}
					>
						Read the prompt again
					</Button>
				</p>
			)}
			<FillIn editor={editor} />
			{problems._condition && <p className="text-small text-loss">{problems._condition}</p>}
			<Remarks editor={editor} condition={condition} reading={reading} zones={zones} />
			<PartWindow
				open={opened !== null}
				target={opened}
				whole={condition}
				trigger={trigger}
				around={{ zones: zones ?? NO_ZONES }}
				onChange={(_condition) => change({ _condition })}
				onClose={() => setOpened(null)}
				goTo={(target) => {
					last.current = target;
					setOpened(target);
				}}
				anchor={() => buttonOf(opened) ?? group.current}
				isOpener={(target) => target.closest('[data-part]') !== null}
				focusAfter={() => after.current ?? buttonOf(last.current)}
				onTeach={canTeach ? teach : null}
			/>
		</div>
	);
}

function nothingYet(isOwn: boolean, isReading: boolean): string {
	if (isOwn) return 'Nothing.';
	return isReading ? 'Reading the prompt…' : 'Nothing yet. Write a prompt, or add a part.';
}
