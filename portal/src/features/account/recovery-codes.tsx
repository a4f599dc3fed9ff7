import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT } from '../../lib/brand.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';

/** The recovery codes, shown only once, with ways to store them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
	const [copied, setCopied] = useState(false);
	const text = `${codes.join('\n')}\n`;
	const file = `${PRODUCT} recovery codes for ${location.host}\nEach works once.\n\n${text}`;

	async function copy(list: Element | null) {
		try {
			await navigator.clipboard.writeText(text);
			setCopied(true);
		} catch {
			// Without access to the clipboard, they are selected.
			if (list) getSelection()?.selectAllChildren(list);
		}
	}

	return (
		<div className="grid animate-appear gap-5">
			<p role="status" className="text-pretty">
				Without your phone, each of these signs you in once. They are shown this once: store them where you
				find them without the phone.
			</p>
			<ul
				id="recovery-codes"
				aria-label="Recovery codes"
				className="grid gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken px-4 py-3 font-mono text-small sm:grid-cols-2"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-3">
				<Button onClick={() => void copy(document.getElementById('recovery-codes'))}>
					{copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
					{copied ? 'Copied' : 'Copy codes'}
				</Button>
				<a
					href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
					download={`${PRODUCT.toLowerCase()}-recovery-codes.txt`}
					className={buttonClasses('secondary')}
				>
					<Download aria-hidden className="size-4" />
					Download codes
				</a>
			</div>
			<Button look="primary" onClick={onDone} className="justify-self-end max-sm:w-full">
				I have stored them
			</Button>
		</div>
	);
}
