import type { Comparison } from '@watchword/contract/condition';

/** Whether a number is what a condition asks for. */
export function compares({ compare, than, to = than }: Comparison, value: number): boolean {
	switch (compare) {
		case 'above':
			return value > than;
		case 'at least':
			return value >= than;
		case 'below':
			return value < than;
		case 'at most':
			return value <= than;
		case 'exactly':
			return value === than;
		case 'between':
			return value >= Math.min(than, to) && value <= Math.max(than, to);
	}
}
