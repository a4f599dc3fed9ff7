import type { Billing } from '@watchword/contract/billing';
import { eq } from 'drizzle-orm';
import type { Db } from '../ports.ts';
import { billing } from './tables.ts';

export async function readBilling(db: Db, uid: string): Promise<Billing> {
	const [row] = await db
		.select({ creditBalance: billing.creditBalance })
		.from(billing)
		.where(eq(billing.uid, uid));
	return row ?? { creditBalance: 0 };
}
