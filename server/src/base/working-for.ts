import { AsyncLocalStorage } from 'node:async_hooks';

/** The account that some work is done for, so that what many accounts share can be divided fairly among them. */
export interface Customer {
	owner: string;
	/** A stranger caused the work, by a mail. The owner's own work comes first. */
	stranger?: boolean;
}

const current = new AsyncLocalStorage<Customer>();
const NOBODY: Customer = { owner: '' };

/** Everything that `act` does, and what follows from it, is done for this account. */
export const workFor = <T>(customer: Customer, act: () => T): T => current.run(customer, act);

/** Who the current work is done for. Work for no account counts as one account. */
export const workingFor = (): Customer => current.getStore() ?? NOBODY;
