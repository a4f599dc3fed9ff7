/** The one way of a mail that has arrived, however it came in: to the runs of its automations, or the captures of its devices. */
import { inLargeTurn } from '../base/incoming.ts';
import type { Log } from '../ports/log.ts';
import type { IntakeNeeds } from '../triggers/intake-needs.ts';
import type { Addressee } from './addressees.ts';
import { takeMailedPictures } from './mailed-captures.ts';
import { type ArrivedMail, type Envelope, storeMail } from './store-mail.ts';

export interface TakingNeeds extends IntakeNeeds {
	log: Log;
}

/**
 * Stores a mail for one of its addressees. All mails get the same `needs` object: whatever is stored for one object at the same
 * time becomes one batch.
 */
export async function takeMail(
	needs: TakingNeeds,
	addressee: Addressee,
	given: ArrivedMail,
	envelope: Envelope,
): Promise<void> {
	const bytes = given.content.length;
	if ('device' in addressee) {
		const { device } = addressee;
		const take = () => takeMailedPictures(needs, device, given);
		const captures = await inLargeTurn(device._owner, bytes, take);
		needs.log.info({ device: device.id, captures, bytes }, 'mail of a camera received');
		return;
	}
	const run = await storeMail(needs, addressee, given, envelope);
	needs.log.info(
		{ automation: addressee.id, run, bytes },
		run ? 'mail received' : 'mail received, nothing to run',
	);
}
