import type { Automation } from '@watchword/contract/automation';

/** What customers read for the types an automation and its runs carry. */
export const TRIGGER_NAMES: Record<Automation['_triggerType'], string> = {
	email: 'Email',
	schedule: 'Scheduled',
	capture: 'Device Capture',
};

export const ACTION_NAMES: Record<Automation['_actionType'], string> = {
	sendEmail: 'Send Email',
	replyToEmail: 'Reply to Email',
	save: 'Save to Storage',
};
