import type { Device } from '@watchword/contract/device';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { AddByCode } from './add-by-code.tsx';
import { AddByOwner } from './add-by-owner.tsx';
import { AddKinds, type Kind } from './add-kinds.tsx';

type Props = { open: boolean; onClose: () => void; onOptions: (device: Device) => void };

export const AddDialog = ({ open, onClose, onOptions }: Props) => (
	<Dialog open={open} onClose={onClose} title="Add a device">
		<Adding onClose={onClose} onOptions={onOptions} />
	</Dialog>
);

function Adding({ onClose, onOptions }: Omit<Props, 'open'>) {
	const [kind, setKind] = useState<Kind | null>(null);
	if (kind === null) return <AddKinds onChoose={setKind} />;
	const back = (
		<button
			type="button"
			onClick={() => setKind(null)}
			className="-mt-2 flex h-9 items-center gap-1.5 justify-self-start rounded-control text-small font-medium text-muted hover:text-ink"
		>
			<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
			Another kind of device
		</button>
	);
	return kind === 'browser' || kind === 'network' ? (
		<AddByCode kind={kind} back={back} onClose={onClose} onOptions={onOptions} />
	) : (
		<AddByOwner kind={kind} back={back} onClose={onClose} onOptions={onOptions} />
	);
}
