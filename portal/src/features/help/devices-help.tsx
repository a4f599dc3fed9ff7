import { PAIRING_CODE_LENGTH, PAIRING_MINUTES } from '@watchword/contract/constants';
import type { PortalSettings } from '@watchword/contract/portal';
import { daysInWords } from '../../product/kept.ts';
import { Topic } from './topic.tsx';

export const DevicesHelp = ({ kept }: { kept: PortalSettings['keptDays'] | undefined }) => (
	<>
		<p>
			A device is a camera that sends pictures to your account. Your Devices shows the latest capture of each
			and when it was taken.
		</p>
		<Topic title="Add a device">
			<p>
				“Add a device” first asks what takes the pictures. For a phone or laptop it shows a code of{' '}
				{PAIRING_CODE_LENGTH} characters and the same as a QR code. Open the camera page on any phone or
				laptop and scan or type it within {PAIRING_MINUTES} minutes: from then on that phone or laptop is a
				camera. It needs no account of its own. A code works once.
			</p>
			<p>
				A camera in your network is reached by the bridge, a program on a computer beside it. Addresses and
				passwords of your cameras stay there. A program of your own sends pictures with a key.
			</p>
		</Topic>
		<Topic title="Cameras that mail">
			<p>
				Every device has a mail address of its own under Device Options. A mail to it with pictures becomes
				captures: one for each picture, at most ten, with the time of the mail. Nothing else of the mail is
				kept. Whoever knows the address can send pictures; “New address” replaces it.
			</p>
			<p>
				Look in the menu of the camera or recorder for “Email”, “SMTP” or “Mail notification”, often under
				Network, Alarm or Event. Enter the address as the recipient, and the mail server that “Add a device”
				shows. Then switch on “Attach image” or “Snapshot” (not video), choose what it mails about, such as
				motion or a person, and how often at most. “Test” sends a mail at once: a test mail without a picture
				arrives, too, and the card of the device says so. If the picture is missing, look for “Linkage method”
				or “Trigger action” of the event and allow it to send email. Set the clock of the camera, or let it
				ask a time server: a picture with an impossible time gets the time of its arrival.
			</p>
		</Topic>
		<Topic title="Does it work?">
			<p>
				Each card shows how the device is connected, how many pictures came in each of the last 24 hours, and
				what the camera or its bridge says is wrong. An hour in which pictures were missing has a line at its
				foot. Cameras that mail, and folders, send only when there is something new, so nothing is missing
				there.
			</p>
		</Topic>
		<Topic title="Zones">
			<p>
				Under Zones you draw parts of the picture and name them. Prompts can then use the names: “a car in the
				driveway”, “nobody near the pool”. Choose “Look only here” to ignore everything else, or “Never look
				here” for a part that must not count, such as the street.
			</p>
			<p>
				Something is in a zone if it stands in it. If it stands on the edge, the answer is “cannot tell”. A
				prompt that names a removed zone gets no answer until you draw the zone again or forget its name.
			</p>
		</Topic>
		<Topic title="When it captures">
			<p>
				Under Device Options you set between which times of day it captures images and uses its flashlight.
				They are in the time zone of your account. Pictures that could not be sent are kept on the camera and
				sent later. The camera page can also send at once when what it sees changes much.
			</p>
		</Topic>
		{kept && (
			<Topic title="How long captures are kept">
				<p>
					For {daysInWords(kept.captures)}, and for as long as a run that was made from one is kept. The
					latest capture of a device stays, and so do pictures that you marked to teach an automation.
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
