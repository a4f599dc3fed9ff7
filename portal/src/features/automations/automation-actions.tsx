import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Editor } from './use-editor.ts';

type Props = { editor: Editor; onDiscard: () => void; onDelete: () => Promise<void> };

/** The buttons that save or discard an edit, and the result. They stay in sight once something was changed. */
export function AutomationActions({ editor, onDiscard, onDelete }: Props) {
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
				'grid gap-3 rounded-b-card border-t border-line bg-surface px-5 py-5 max-lg:gap-2 max-lg:py-3 sm:px-7',
				isStuck && 'sticky bottom-0 z-10 shadow-float in-data-notice:bottom-32',
			)}
		>
			<div className="flex items-center gap-3 max-lg:grid max-lg:grid-cols-[auto_auto] max-lg:justify-between max-lg:gap-2">
				<Button look="loss" className={compact} onClick={() => setAsking(true)}>
					Delete Automation
				</Button>
				<div className="flex flex-1 items-center justify-end gap-3 max-lg:contents">
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
					<Button
						ref={update}
						look="primary"
						data-tour="automation-update"
						className="max-lg:order-first max-lg:col-span-2"
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

/** On a narrow screen, two of them have to fit beside each other. */
const compact = 'max-lg:h-10 max-lg:px-3 max-lg:text-small';
