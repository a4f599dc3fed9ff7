import { type AutomationStart, automationStart } from '@watchword/contract/automation';
import type { OwnMail } from '@watchword/contract/mailbox';
import { offsetAt } from '@watchword/contract/schedule';
import { createTransport } from 'nodemailer';
import { listAutomations, readAutomation } from '../automations/automations.ts';
import { createAutomation } from '../automations/edit.ts';
import { conditionReader } from '../automations/read-condition.ts';
import { enter } from '../billing/billing.ts';
import { holdChannels } from '../deliveries/channels/channels.ts';
import { queueRun } from '../engine/queue-runs.ts';
import type { Db } from '../ports/database.ts';
import type { Model } from '../ports/model.ts';
import { lastTime, STORY } from './story.ts';

const CREDITS = 200;
/** In the local time of the cameras. */
const REMINDER = '19:00';

/** The automations that save; the others send a mail. */
const SAVED: Record<string, Partial<AutomationStart>> = {
	'The dog is out': { _actionType: 'save' },
	'Driveway log': { _actionType: 'save', trigger_device_type: 'continuous' },
};

/** One automation for each thing a visitor may want to see: met, not met, cannot tell, a mail, a save, a schedule. */
const automationsFor = (email: string, now: Date, device: (desc: string) => string): AutomationStart[] => [
	...STORY.flatMap(({ desc, prompts }) =>
		Object.entries(prompts).map(
			([name, prompt]): AutomationStart => ({
				_name: name,
				_triggerType: 'capture',
				trigger_device_deviceID: device(desc),
				action_prompt: prompt,
				...(SAVED[name] ?? { action_toAddress: email }),
			}),
		),
	),
	{
		_name: 'Invoice inbox',
		_triggerType: 'email',
		action_prompt: 'If it mentions an invoice, tell me the amount and the date it is due.',
		action_toAddress: email,
	},
	{
		_name: 'Bins out tonight',
		_triggerType: 'schedule',
		_schedule: [lastTime(REMINDER, now).toISOString().slice(11, 16)],
		action_prompt: 'Remind me to put the bins out.',
		action_toAddress: email,
	},
];

interface Account {
	uid: string;
	email: string;
}

/** Creates the demo account's automations and credits; existing ones stay. Returns ids by name. */
export async function makeAutomations(
	db: Db,
	{ uid, email }: Account,
	devices: { desc: string; id: string }[],
	{ own, readPrompt }: { own: OwnMail; readPrompt: Model['readPrompt'] },
	now: Date,
): Promise<Map<string, string>> {
	await db.transaction((tx) =>
		enter(tx, { uid, kind: 'grant', credits: CREDITS, reference: `demo:${uid}`, why: 'To try it out.' }),
	);
	const ids = new Map((await listAutomations(db, uid)).map(({ _name, id }) => [_name, id]));
	const device = (desc: string) => devices.find((known) => known.desc === desc)?.id ?? '';
	// That of the cameras: their mails should name the same times as their pictures. A wrong TZ names none, and means UTC.
	const _zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
	const zone = { _zone, _utcOffset: offsetAt(_zone, lastTime(REMINDER, now)) };
	const saving = { db, own, readCondition: conditionReader(db, readPrompt), holdChannels };
	for (const start of automationsFor(email, now, device)) {
		const settings = automationStart.parse({ ...start, ...zone });
		if (!ids.has(settings._name)) ids.set(settings._name, (await createAutomation(saving, uid, settings)).id);
	}
	return ids;
}

/** Last evening's reminder, once. */
export async function remind(db: Db, uid: string, id: string, now: Date): Promise<void> {
	const automation = await readAutomation(db, uid, id);
	const _timestamp = lastTime(REMINDER, now);
	await db.transaction((tx) => queueRun(tx, automation, { _triggerKey: `demo:${id}`, _timestamp }));
}

const DUE_IN_MS = 14 * 24 * 3_600_000;
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Sends a customer's mail over SMTP, like any other. A second delivery on the same day is the same mail. */
export async function writeIn(smtpPort: number, address: string, now: Date): Promise<void> {
	const due = dayFormat.format(now.getTime() + DUE_IN_MS);
	const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
	try {
		await transport.sendMail({
			from: 'Mia Tan <mia@harbourprint.test>',
			to: address,
			subject: 'Invoice 2207 for the new flyers',
			messageId: '<invoice-2207@harbourprint.test>',
			text: `Hello,\n\nplease find invoice 2207 over $184.50 for the new flyers. It is due on ${due}.\n\nKind regards\nMia Tan\nHarbour Print`,
		});
	} finally {
		transport.close();
	}
}
