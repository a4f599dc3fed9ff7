import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import type { ShareDialogProps } from './share-dialog.tsx';
import { canBeShared, type Shareable } from './share-words.ts';

const ShareDialog = later<ShareDialogProps>(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Shares what happened by a link. */
export function ShareButton({ shareable }: { shareable: Shareable }) {
	const [open, setOpen] = useState(false);
	if (!canBeShared(shareable)) return null;
	return (
		<>
			<Button className="justify-self-start" onClick={() => setOpen(true)}>
				<Share2 aria-hidden className="size-4" /> Share
			</Button>
			<ShareDialog open={open} onClose={() => setOpen(false)} shareable={shareable} />
		</>
	);
}
