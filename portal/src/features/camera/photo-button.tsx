import { Camera } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

type Props = { disabled: boolean; onPhoto: (photo: ImageBitmap) => Promise<void> };

/** If the page cannot use the camera, the phone's own camera app takes single photos. */
export function PhotoButton({ disabled, onPhoto }: Props) {
	const input = useRef<HTMLInputElement>(null);
	const [broken, setBroken] = useState(false);

	async function onChange({ target }: ChangeEvent<HTMLInputElement>) {
		const file = target.files?.[0];
		// Reset the input, so that choosing the same photo again also counts.
		target.value = '';
		if (!file) return;
		try {
			await onPhoto(await createImageBitmap(file));
			setBroken(false);
		} catch (error) {
			console.error(error);
			setBroken(true);
		}
	}

	return (
		<div className="grid gap-3">
			{broken && (
				<Alert tone="loss">
					<p>This photo cannot be read. Please take another one.</p>
				</Alert>
			)}
			<input
				ref={input}
				type="file"
				accept="image/*"
				capture="environment"
				aria-label="Photo"
				className="sr-only"
				tabIndex={-1}
				onChange={(event) => void onChange(event)}
			/>
			<Button look="primary" className="h-14" disabled={disabled} onClick={() => input.current?.click()}>
				<Camera aria-hidden className="size-5" />
				Take a photo
			</Button>
		</div>
	);
}
