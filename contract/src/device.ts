import { z } from 'zod';
import { id, timeOfDay } from './ids.ts';

/** A camera, devices/{id}. Both windows are times of day in UTC; a window may cross midnight. */
export const device = z.object({
	id,
	desc: z.string(),
	capture_window_start: timeOfDay,
	capture_window_end: timeOfDay,
	light_window_start: timeOfDay,
	light_window_end: timeOfDay,
	last_image_path: z.string().nullable(),
	automations: z.array(id),
});
export type Device = z.infer<typeof device>;
