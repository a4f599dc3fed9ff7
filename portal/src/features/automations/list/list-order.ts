import type { AutomationSummary } from '@watchword/contract/automation';
import { type Rest, restOf } from '../../../product/rest.ts';
import { matches } from '../../../ui/search-field.tsx';

export const ORDERS = { oldest: 'Oldest first', newest: 'Newest first', name: 'By name' } as const;
export type Order = keyof typeof ORDERS;

/** A line of the list. Without a document the name is a placeholder. */
export type Line = {
	id: string;
	name: string;
	type: AutomationSummary['_triggerType'] | null;
	/** Set if it notifies nobody at the moment. */
	rest: Rest | null;
	/** The built-in model will always answer “cannot tell”. */
	isUndecidable: boolean;
};

/** Lines for the ids in the user document, in its order: oldest first. */
export function linesOf(
	ids: string[],
	automations: AutomationSummary[] | undefined,
	isLoading: boolean,
	now: number,
): Line[] {
	const byId = new Map(automations?.map((automation) => [automation.id, automation]));
	const absent = isLoading ? 'Loading...' : 'Unknown Automation';
	return ids.map((id) => {
		const automation = byId.get(id);
		return {
			id,
			name: automation?._name ?? absent,
			type: automation?._triggerType ?? null,
			rest: automation ? restOf(automation, now) : null,
			isUndecidable: automation?._undecidable ?? false,
		};
	});
}

let collator: Intl.Collator | undefined;

/** Created on first use, because the first use of Intl is slow. */
function compareNames(a: Line, b: Line): number {
	collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
	return collator.compare(a.name, b.name);
}

export function arranged(lines: Line[], search: string, order: Order): Line[] {
	const found = lines.filter(({ name }) => matches(name, search));
	if (order === 'newest') return found.toReversed();
	return order === 'name' ? found.toSorted(compareNames) : found;
}
