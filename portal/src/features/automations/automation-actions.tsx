import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import type { Editor } from './use-editor.ts';

type Props = { editor: Editor; onDiscard: () => void; onDelete: () => Promise<void> };

/** The buttons that save or discard an edit, and the result. */
export function AutomationActions({ editor, onDiscard, onDelete }: Props) {
	const { base, save, saving, status, changed } = editor;
	const [asking, setAsking] = useState(false);
	const [deleting, setDeleting] = useState(false);
	const update = useRef<HTMLButtonElement>(null);
	const result = useRef<HTMLDivElement>(null);

	// The result is below the button, which may be at the very bottom of the window. Whoever has scrolled on is not taken back.
	useEffect(() => {
		if (status && update.current && isInView(update.current))
			result.current?.scrollIntoView({ block: 'nearest' });
	}, [status]);

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
		<footer className="grid gap-3 border-t border-line px-5 py-5 sm:px-7">
			<div className="flex flex-wrap items-center gap-3 max-sm:flex-col-reverse max-sm:items-stretch">
				<Button look="loss" onClick={() => setAsking(true)}>
					Delete Automation
				</Button>
				<div className="flex flex-1 flex-wrap items-center justify-end gap-3 max-sm:flex-col-reverse max-sm:items-stretch">
					{changed && (
						<Button
							look="quiet"
							onClick={() => {
								onDiscard();
								update.current?.focus();
							}}
						>
							Discard changes
						</Button>
					)}
					<Button ref={update} look="primary" data-tour="automation-update" busy={saving} onClick={onUpdate}>
						Update Automation
					</Button>
				</div>
			</div>
			<div
				ref={result}
				role="status"
				aria-live="polite"
				className="min-h-5.5 scroll-mb-4 text-small in-data-notice:scroll-mb-32 sm:text-right"
			>
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

function isInView(element: Element): boolean {
	const { top, bottom } = element.getBoundingClientRect();
	return top < window.innerHeight && bottom > 0;
}
