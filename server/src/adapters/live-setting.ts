import type { Db } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import { type OperatorSetting, readOperatorSetting, storesHere } from './operator-settings.ts';

/** How long another process may go on with what was set before. */
const LOOK_MS = 2000;

interface Opened<T> {
	stored: string | null;
	it: T;
	/** How often it is in use now. */
	uses: number;
}

/** What a setting of the operator opens: the newest value is used without a restart. */
interface LiveSetting<T> {
	/** For what is read without waiting: the next reader knows a new value. */
	now(): T;
	/** Uses what is set now. What was set before closes after its last use. */
	use<R>(act: (it: T) => Promise<R>): Promise<R>;
	close(): Promise<void>;
}

export async function liveSetting<T extends { readonly describe: string }>(
	{ db, log, name }: { db: Db; log: Log; name: OperatorSetting },
	open: (stored: string | null) => T,
	close: (it: T) => Promise<void> | void,
): Promise<LiveSetting<T>> {
	let current: Opened<T> = { stored: null, it: open(null), uses: 0 };
	let looked = { at: Number.NEGATIVE_INFINITY, stores: 0 };
	let looking: Promise<void> | null = null;

	const closeIfUnused = async (one: Opened<T>) => {
		if (one !== current && one.uses === 0) await close(one.it);
	};

	const look = async () => {
		const stores = storesHere();
		const stored = await readOperatorSetting(db, name);
		looked = { at: performance.now(), stores };
		if (stored === current.stored) return;
		const before = current;
		current = { stored, it: open(stored), uses: 0 };
		log.info({ setting: name, is: current.it.describe }, 'the operator has set it anew');
		await closeIfUnused(before);
	};

	/** Without the database, nothing newer can be known. */
	const freshen = async () => {
		// One that began earlier may have missed the newest value.
		await looking;
		if (looked.stores === storesHere() && performance.now() - looked.at < LOOK_MS) return;
		looking ??= look()
			.catch((err: unknown) => log.warn({ err, setting: name }, 'a setting is not known'))
			.finally(() => {
				looking = null;
			});
		await looking;
	};

	await freshen();
	return {
		now() {
			void freshen();
			return current.it;
		},
		async use(act) {
			await freshen();
			const one = current;
			one.uses += 1;
			try {
				return await act(one.it);
			} finally {
				one.uses -= 1;
				await closeIfUnused(one);
			}
		},
		close: async () => close(current.it),
	};
}
