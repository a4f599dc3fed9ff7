import { NAME_MAX_LENGTH } from '@watchword/contract/constants';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Editor } from './use-editor.ts';

/** `saved` is the name as it is now. */
type Props = { saved: string; editor: Editor };

/** The name, edited in place. Enter and blur save it, Escape cancels, and a blank name is not saved. */
export function NameField({ saved, editor: { name: typed, setName: setTyped, rename, fail } }: Props) {
	const button = useRef<HTMLButtonElement>(null);
	/** After a key, the focus returns to the name. After a click, it is already elsewhere. */
	const byKey = useRef(false);
	/** Closing the field also blurs it, which must not save a second time. */
	const settled = useRef(false);

	useEffect(() => {
		if (typed !== null || !byKey.current) return;
		byKey.current = false;
		button.current?.focus();
	}, [typed]);

	async function commit() {
		const name = typed?.trim() ?? '';
		if (settled.current) return;
		settled.current = true;
		if (name === '' || name === saved) {
			setTyped(null);
			return;
		}
		try {
			await rename(name);
		} catch (error) {
			// The field stays open, so that the typed name is not lost.
			byKey.current = false;
			fail(error);
		} finally {
			settled.current = false;
		}
	}

	function onKeyDown(event: KeyboardEvent) {
		if (event.key !== 'Enter' && event.key !== 'Escape') return;
		event.preventDefault();
		byKey.current = true;
		if (event.key === 'Enter') void commit();
		else {
			settled.current = true;
			setTyped(null);
		}
	}

	return (
		<h2
			tabIndex={-1}
			data-page-heading
			data-tour="automation-name"
			className="min-w-0 flex-1 basis-64 text-title font-semibold"
		>
			{typed === null ? (
				<button
					ref={button}
					type="button"
					onClick={() => {
						settled.current = false;
						setTyped(saved);
					}}
					className="group -mx-2 max-w-full rounded-control px-2 py-1 text-left wrap-anywhere hover:bg-sunken"
				>
					{saved}
					<span className="sr-only">, edit the name</span>
					<Pencil
						aria-hidden
						className="ml-2.5 inline size-4.5 align-baseline text-muted opacity-60 group-hover:opacity-100"
						strokeWidth={1.75}
					/>
				</button>
			) : (
				<input
					// biome-ignore lint/a11y/noAutofocus: it stands in for the button that was just pressed.
					autoFocus
					aria-label="Name"
					value={typed}
					maxLength={NAME_MAX_LENGTH}
					onFocus={(event) => event.target.select()}
					onChange={(event) => setTyped(event.target.value)}
					onKeyDown={onKeyDown}
					onBlur={() => void commit()}
					className="-mx-2 w-full rounded-control border border-line-strong bg-surface px-2 py-1"
				/>
			)}
		</h2>
	);
}
