import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Editor } from './use-editor.ts';

type Props = { editor: Editor; onTry: () => void; onDiscard: () => void; onDelete: () => Promise<void> };

/**
 * The buttons that save or discard an edit, and the result. They stay in sight once something was changed; where nothing is
 * beside the editor, the first line with "Try it" always does.
 */
export function AutomationActions({ editor, onTry, onDiscard, onDelete }: Props) {
	const { base, save, saving, status, changed } = editor;
	const [asking, setAsking] = useState(false);
	const [deleting, setDeleting] = useState(false);
	const update = useRef<HTMLButtonElement>(null);
	const isStuck = changed || saving || status !== null;

	async function remove() {
		setDeleting(true);
		await onDelete();
		setDeleting(false);
		setAsking(false);
	}

	function onUpdate({ currentTarget }: MouseEvent) {
		// Render synchronously, so that the invalid field can take the focus.
		flushSync(save);
		currentTarget.closest('main')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
	}

	return (
		<footer
			className={classes(
				'mt-auto grid gap-2 rounded-b-card border-t border-line bg-surface px-5 py-2.5 sm:px-7 desk:rounded-br-none',
				isStuck
					? 'sticky bottom-0 z-10 shadow-float in-data-notice:bottom-32'
					: 'max-desk:sticky max-desk:z-10 max-desk:shadow-float max-desk:in-data-notice:bottom-32',
				// Only its first line then, unless the focus is in the second.
				!isStuck && 'max-lg:-bottom-13 max-lg:has-focus-visible:bottom-0 lg:max-desk:bottom-0',
			)}
		>
			<div className="grid grid-cols-[auto_auto] justify-between gap-2 lg:flex lg:flex-wrap lg:items-center lg:gap-3">
				<Button look="loss" className={classes(compact, 'lg:mr-auto')} onClick={() => setAsking(true)}>
					Delete Automation
				</Button>
				{changed && (
					<Button
						look="quiet"
						className={compact}
						onClick={() => {
							onDiscard();
							// The bar may be back at the end of the page: whoever is further up stays there.
							update.current?.focus({ preventScroll: true });
						}}
					>
						<span>
							Discard<span className="max-[24rem]:sr-only"> changes</span>
						</span>
					</Button>
				)}
				<div className="grid grid-cols-[auto_1fr] gap-2 max-lg:order-first max-lg:col-span-2 lg:ml-auto lg:flex">
					<Button className={classes(narrow, 'px-4! desk:hidden')} onClick={onTry}>
						Try it
					</Button>
					<Button
						ref={update}
						look="primary"
						data-tour="automation-update"
						className={narrow}
						busy={saving}
						onClick={onUpdate}
					>
						Update Automation
					</Button>
				</div>
			</div>
			<div role="status" aria-live="polite" className="text-small empty:hidden lg:text-right">
				{status && (
					<>
						<p className={status.ok ? 'font-medium text-accent' : 'font-medium text-loss'}>{status.text}</p>
						{status.reason && <p className="text-muted">{status.reason}</p>}
					</>
				)}
			</div>
			<Confirm
				open={asking}
				title={`Delete “${base._name}”?`}
				confirmLabel="Delete"
				busy={deleting}
				onCancel={() => setAsking(false)}
				onConfirm={() => void remove()}
			>
				It stops at once and leaves your lists and its device. Its runs stay readable.
			</Confirm>
		</footer>
	);
}

/** Two of them have to fit beside each other, also on the smallest phones. */
const narrow = 'max-[24rem]:px-2.5! max-[24rem]:text-small';
const compact = 'h-10! px-3! text-small';
