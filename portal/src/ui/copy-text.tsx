import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** A text with a copy button. Without access to the clipboard, the button selects the text instead. */
export function CopyText({ text, label }: { text: string; label: string }) {
	const [copied, setCopied] = useState(false);

	async function copy(shown: Element | null | undefined) {
		try {
			await navigator.clipboard.writeText(text);
			setCopied(true);
		} catch {
			if (shown) getSelection()?.selectAllChildren(shown);
		}
	}

	return (
		<div className="grid gap-3">
			<code className="rounded-control border border-line bg-surface px-3 py-2 font-mono text-small break-all">
				{text}
			</code>
			<Button
				className="justify-self-start"
				onClick={(event) => void copy(event.currentTarget.previousElementSibling)}
			>
				{copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
				{copied ? 'Copied' : label}
			</Button>
		</div>
	);
}
