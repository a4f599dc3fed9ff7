import { PAIRING_CODE_LENGTH, PAIRING_MINUTES } from '@watchword/contract/constants';
import type { PortalSettings } from '@watchword/contract/portal';
import { daysInWords } from '../../lib/kept.ts';
import { Topic } from './topic.tsx';

export const DevicesHelp = ({ kept }: { kept: PortalSettings['keptDays'] | undefined }) => (
	<>
		<p>
			A device is a camera that sends pictures to your account. Your Devices shows the latest capture of each
			and when it was taken.
		</p>
		<Topic title="Add a device">
			<p>
				“Add a device” shows a code of {PAIRING_CODE_LENGTH} characters and the same as a QR code. Open the
				camera page on any phone or laptop and scan or type it within {PAIRING_MINUTES} minutes: from then on
				that phone or laptop is a camera. It needs no account of its own. A code works once.
			</p>
		</Topic>
		<Topic title="When it captures">
			<p>
				Under Device Options you set between which times of day it captures images and uses its flashlight.
				Times are shown in the local time of the browser you are using. Pictures that could not be sent are
				kept on the camera and sent later.
			</p>
		</Topic>
		{kept && (
			<Topic title="How long captures are kept">
				<p>
					For {daysInWords(kept.captures)}, and for as long as a run that was made from one is kept. The
					latest capture of a device always stays.
				</p>
			</Topic>
		)}
		<Topic title="Remove a device">
			<p>
				Remove the automations that watch it first. After that it is no longer part of your account, and what
				it sends is refused.
			</p>
		</Topic>
	</>
);
