import { VERDICTS } from '@watchword/contract/run';
import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { automations } from '../../automations/tables.ts';
import { episodes } from '../../runs/tables.ts';

const at = () => timestamp({ withTimezone: true, precision: 3 });

/** What an automation remembers between its runs. */
export const alertStates = pgTable('alert_states', {
	_automationId: text()
		.primaryKey()
		.references(() => automations.id, { onDelete: 'cascade' }),
	watch: text(),
	/** The current episode. */
	episodeId: text().references(() => episodes.id, { onDelete: 'set null' }),
	/** The newest capture with a verdict. */
	last_at: at(),
	/** If two captures must agree: the first one. */
	candidate_met: boolean(),
	candidate_at: at(),
	candidate_runId: text(),
	/** The last mail: when, by which run, and the time of the one before, in case the last was not sent. */
	sent_at: at(),
	sent_runId: text(),
	sent_before: at(),
	/** The last judged picture, very small, and its verdict. */
	seen: text(),
	seen_at: at(),
	seen_verdict: text({ enum: VERDICTS }),
});
