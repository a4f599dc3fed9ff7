/** Whether phones in the local network reach an installation, as its operator sees and sets it. */
import { z } from 'zod';

export const operatorLan = z.strictObject({
	on: z.boolean(),
	/** What says it at the start, an option or a setting of the environment, so that it cannot be set here. */
	is_set: z.string().nullable(),
	/** The address of the portal in the network; null while it is not known to be reachable there. */
	url: z.string().nullable(),
	/** The page that makes phones trust the certificate, its QR code, and the fingerprint of the authority. */
	trust_page: z.string().nullable(),
	qr_svg: z.string().nullable(),
	fingerprint: z.string().nullable(),
	/** Why it is not reachable although it is on. */
	problem: z.string().nullable(),
});
export type OperatorLan = z.infer<typeof operatorLan>;

export const setLanBody = z.strictObject({ on: z.boolean() });
