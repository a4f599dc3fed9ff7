import { conditionReader } from '../automations/read-condition.ts';
import type { DeliveryNeeds } from '../engine/sending/sender.ts';
import { decidedLately } from '../runs/runs.ts';
import type { JobNeeds } from './jobs.ts';
import type { Services } from './services.ts';

/** What jobs, runs, trials and deliveries use. */
export function needsOf(services: Services): JobNeeds & DeliveryNeeds {
	const { settings, database } = services;
	const { supportEmail } = settings.portal;
	return {
		...services,
		get publicUrl() {
			return services.places.publicUrl;
		},
		db: database.db,
		readCondition: conditionReader(database.db, promptReader(services)),
		isBuiltIn: () => services.model.builtIn,
		decidedLately,
		supportEmail,
		contact: `mailto:${supportEmail}`,
		...settings.mail.own,
		get mailFrom() {
			return services.mailer.from;
		},
		bucket: settings.files.bucket,
		mailsPerHour: settings.mail.mailsPerHour,
		repliesPerHour: settings.mail.repliesPerHour,
		lateAfterMs: settings.runs.lateAfterMinutes * 60_000,
		creditsPerRun: settings.runs.creditsPerRun,
		approvalDays: settings.runs.approvalDays,
		modelTimeoutMs: settings.runs.modelTimeoutSeconds * 1000,
		modelFallback: settings.runs.modelFallback,
	};
}

/** The built-in model reads prompts, also where a language model decides. */
export const promptReader = ({ model, firstLook }: Services) => model.readPrompt ?? firstLook?.readPrompt;
