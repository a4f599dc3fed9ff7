import { z } from 'zod';
import { ends } from './limit.ts';
import { normalised } from './normalised.ts';
import { roundedPoint, ZONE_NAME_MAX, ZONE_POINTS_MAX, ZONE_USES, ZONES_MAX, zonesProblem } from './zone.ts';

const corner = z.number({ error: 'must be a number from 0 to 1' });

/** A zone as it is stored and shown. It was checked when it was saved. */
export const zone = z.strictObject({
	name: z
		.string()
		.trim()
		.max(ZONE_NAME_MAX, ends(`may have at most ${ZONE_NAME_MAX} characters`))
		.overwrite((name) => normalised(name, 'NFC')),
	points: z
		.array(z.strictObject({ x: corner, y: corner }).overwrite(roundedPoint))
		.max(ZONE_POINTS_MAX, ends(`may have at most ${ZONE_POINTS_MAX} corners`)),
	use: z.enum(ZONE_USES),
	ratio: z.number().min(0.05).max(20).nullable().default(null),
});

/** The names of removed zones: a prompt that still names one must not be judged on the whole picture instead. */
export const removedZones = z.array(z.string().max(ZONE_NAME_MAX, ends())).max(ZONES_MAX, ends());

/** The zones of a device as its owner sets them. */
export const zonesEdit = z
	.strictObject({
		zones: z.array(zone).max(ZONES_MAX, ends(`A device may have at most ${ZONES_MAX} zones.`)),
		/** The removed names that still matter; the others are forgotten. All of them if omitted. */
		removed_zones: removedZones.optional(),
		/** The zones that the edit started from: if others were saved meanwhile, nothing is replaced. */
		before: z.array(zone).max(ZONES_MAX, ends()).optional(),
	})
	.check(({ value: { zones }, issues }) => {
		const found = zonesProblem(zones);
		if (!found) return;
		const path = found.at === null ? ['zones'] : ['zones', found.at];
		issues.push({ code: 'custom', message: found.problem, path, input: zones });
	});
