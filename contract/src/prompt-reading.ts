import { z } from 'zod';
import { TRIGGER_TYPES } from './automation.ts';
import { condition } from './condition-schema.ts';
import { PROMPT_MAX_LENGTH } from './constants.ts';
import { taughtState } from './example.ts';
import { id } from './ids.ts';
import { ends } from './limit.ts';

/** A prompt as it stands in the editor: POST /api/automations/{id}/reading. */
export const promptReadingRequest = z.strictObject({
	prompt: z.string().max(PROMPT_MAX_LENGTH, ends()),
	trigger: z.enum(TRIGGER_TYPES),
	/** The device that is chosen in the editor; the saved one if omitted. */
	deviceId: id.nullable().optional(),
	/** The day of its next scheduled time, from which the reading names the next days; today if omitted. */
	day: z.iso.date().optional(),
});

export type PromptReadingRequest = z.infer<typeof promptReadingRequest>;

/** The same prompt, for a language model: POST /api/automations/{id}/condition. */
export const conditionRequest = promptReadingRequest.omit({ day: true });
export const conditionAnswer = z.object({ condition });

/** How the built-in model reads a prompt. */
export const promptReading = z.object({
	/** What decides, if the customer does not change it. */
	condition: condition.optional(),
	/** What it will look for, in words; null if it finds nothing to look for. */
	readAs: z.string().nullable(),
	/** The words of the prompt that it does not understand. */
	beyond: z.array(z.string()),
	/** Why it cannot be read, in a sentence. */
	why: z.string().optional(),
	/** What the customer's examples are about, if there are any or the prompt asks for them. */
	taught: taughtState.optional(),
});
export type PromptReading = z.infer<typeof promptReading>;

/** Null if there is no built-in model, or if so long a prompt is read only when it is needed. */
export const promptReadingAnswer = z.object({ reading: promptReading.nullable() });
export type PromptReadingAnswer = z.infer<typeof promptReadingAnswer>;
