import { inject } from 'vitest';

/**
 * Before which lasting write the nth life of a server ends, counted from 1: before each one, or to spare half of the restarts,
 * before the odd ones on PostgreSQL and before the even ones on PGlite.
 */
export function deathOf(life: number): number {
	if (inject('crashAll')) return life;
	return 2 * life - (inject('backend') === 'postgres' ? 1 : 0);
}
