import { addressChangedMail, addressMail } from '../accounts/address/address-mails.ts';
import { signInFailed } from '../accounts/history.ts';
import { farewellMail, leavingMail } from '../accounts/leaving-mails.ts';
import { passwordReset } from '../accounts/passwords/reset-link.ts';
import { securityMail } from '../accounts/security-mail.ts';
import { type ReadingNeeds, readConditions } from '../automations/read-again.ts';
import { reconcilePayments } from '../billing/sync-payment.ts';
import { testCardEvent } from '../billing/webhook.ts';
import { prepareOne, prepareViewed } from '../devices/prepare.ts';
import { approvalMail, approvalReminder } from '../engine/approval/mails.ts';
import { tendApprovals } from '../engine/approval/tend.ts';
import { brief } from '../engine/brief/brief.ts';
import type { EngineNeeds } from '../engine/engine-needs.ts';
import { sendAlerts } from '../engine/held/held.ts';
import { learnExamples } from '../engine/learn.ts';
import {
	creditsMail,
	failureMail,
	lowBalanceMail,
	refusedMailsMail,
	webhookMail,
} from '../engine/notices.ts';
import { silenceMail } from '../engine/silence.ts';
import { makeZip } from '../exports/exports.ts';
import { mirrorSaved } from '../files/mirror.ts';
import { mailboxMail, mailboxWatch } from '../mail/mailbox/watch.ts';
import type { JobList } from '../ports/queue.ts';
import { rebuildIndex } from '../runs/search.ts';
import { deleteRest } from '../saved/delete.ts';
import { cleaning, housekeeping } from './cleaning.ts';
import { eraseFiles } from './erase.ts';
import { leaving } from './leaving.ts';
import type { Services } from './services.ts';

/** What the jobs use, all together. */
export type JobNeeds = EngineNeeds &
	ReadingNeeds &
	Pick<Services, 'database' | 'settings' | 'payments'> & { supportEmail: string };

/** The jobs of the product. Payload, work, retries and time of each are in its own file. */
export const JOBS: JobList<JobNeeds> = {
	'password-reset': passwordReset,
	'sign-in-failed': signInFailed,
	'security-mail': securityMail,
	'address-mail': addressMail,
	'address-changed-mail': addressChangedMail,
	'leaving-mail': leavingMail,
	'farewell-mail': farewellMail,
	leaving,
	'erased-files': eraseFiles,
	'prepare-capture': prepareOne,
	'prepare-captures': prepareViewed,
	'learn-examples': learnExamples,
	'read-conditions': readConditions,
	'failure-mail': failureMail,
	'credits-mail': creditsMail,
	'low-balance-mail': lowBalanceMail,
	'refused-mails-mail': refusedMailsMail,
	'webhook-mail': webhookMail,
	'held-alerts': sendAlerts,
	approvals: tendApprovals,
	'approval-mail': approvalMail,
	'approval-reminder': approvalReminder,
	brief,
	'silence-mail': silenceMail,
	export: makeZip,
	'test-card-event': testCardEvent,
	'reconcile-payments': reconcilePayments,
	mirror: mirrorSaved,
	'delete-saved': deleteRest,
	'search-index': rebuildIndex,
	'mailbox-watch': mailboxWatch,
	'mailbox-mail': mailboxMail,
	housekeeping,
	cleaning,
};
