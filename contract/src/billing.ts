import { z } from 'zod';

/** billing/{uid} */
export const billing = z.object({ creditBalance: z.int().nonnegative() });
export type Billing = z.infer<typeof billing>;
