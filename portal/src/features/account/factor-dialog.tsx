import type { SecondFactorSetup } from '@watchword/contract/second-factor';
import { DialogWindow } from '../../ui/dialog-window.tsx';
import { FactorSteps } from './factor-steps.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export type FactorDialogProps = {
	open: boolean;
	/** What the app scans, until the codes are shown. */
	setup: SecondFactorSetup | null;
	/** The recovery codes, shown only once. */
	codes: string[] | null;
	onCodes: (codes: string[]) => void;
	onClose: () => void;
};

/** Sets two-step sign-in up, and shows recovery codes. */
export const FactorDialog = ({ open, setup, codes, onCodes, onClose }: FactorDialogProps) => (
	<DialogWindow
		open={open}
		onClose={onClose}
		title={codes ? 'Your recovery codes' : 'Set up two-step sign-in'}
	>
		{codes ? (
			<RecoveryCodes codes={codes} onDone={onClose} />
		) : (
			setup && <FactorSteps setup={setup} onCodes={onCodes} />
		)}
	</DialogWindow>
);
