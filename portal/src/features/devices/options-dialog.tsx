import type { Device } from '@watchword/contract/device';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyReplacement } from './key-replacement.tsx';
import { MailAddress } from './mail-address.tsx';
import { OptionsForm } from './options-form.tsx';
import { Removal } from './removal.tsx';

type Props = {
	device: Device;
	open: boolean;
	onClose: () => void;
	/** Called with a message when an action closes the dialog. */
	onDone: (text: string) => void;
};

export const OptionsDialog = ({ device, open, onClose, onDone }: Props) => (
	<Dialog open={open} onClose={onClose} title="Device Options" description={device.desc}>
		<div className="grid gap-6">
			<OptionsForm device={device} onSaved={() => onDone('Changes saved.')} />
			<div className="grid gap-5 border-t border-line pt-5">
				<MailAddress device={device} />
				<KeyReplacement device={device} />
				<Removal device={device} onRemoved={() => onDone('Device removed successfully!')} />
			</div>
		</div>
	</Dialog>
);
