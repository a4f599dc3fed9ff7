import { z } from 'zod';
import { id } from './ids.ts';
import { VERDICTS } from './run.ts';

/** The most values that a chart or a table gets. Older ones are in the runs and in the export. */
export const MAX_VALUES = 5000;

/** A number that a run of an automation read or counted. */
const valueAt = z.object({
	/** The run. */
	id,
	/** Seconds since 1970. */
	at: z.number(),
	value: z.number(),
	verdict: z.enum(VERDICTS).nullable(),
});
export type ValueAt = z.infer<typeof valueAt>;

export const valueSeries = z.object({
	/** From the oldest to the newest. */
	values: z.array(valueAt),
	/** There are older ones. */
	more: z.boolean(),
});
export type ValueSeries = z.infer<typeof valueSeries>;
