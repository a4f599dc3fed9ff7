import { useQuery } from '@tanstack/react-query';
import type { Pairing } from '@watchword/contract/device';
import { portalQuery } from '../../lib/documents.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Step, Steps } from '../../ui/steps.tsx';
import { PairingCode } from './pairing-code.tsx';

const useCameraCommand = () => useQuery(portalQuery).data?.commands.camera ?? 'watchword camera';

export const BridgeStart = ({ label }: { label: string }) => (
	<CopyText text={`${useCameraCommand()} --config cameras.yaml`} label={label} />
);

type Props = { pairing: Pairing; left: number };

/** The bridge asks for the code itself, so that the code is in no command. */
export function BridgeSteps({ pairing, left }: Props) {
	const camera = useCameraCommand();
	return (
		<Steps>
			<Step number={1}>
				<p>
					On a computer in the network of your cameras, in a copy of Watchword, let the bridge look for them.
					It asks for the password of each camera and keeps it in a file there.
				</p>
				<CopyText text={`${camera} --find --url ${new URL(pairing.url).origin}`} label="Copy first command" />
			</Step>
			<Step number={2}>
				<p>
					When it asks for a pairing code, enter this one. Each camera needs a code of its own: the next one
					comes here.
				</p>
				<PairingCode code={pairing.code} left={left} />
			</Step>
			<Step number={3}>
				<p>Start the bridge. This window notices by itself.</p>
				<BridgeStart label="Copy second command" />
			</Step>
		</Steps>
	);
}
