import { Placeholder, type Query, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '../ports.ts';

/**
 * A statement that is needed all the time. The query builder writes its text once: writing it costs more than sending it.
 * Its parameters are placeholders of these names.
 */
export function statement<Name extends string>(text: SQL) {
	let written: Query | undefined;
	return (db: Db, values: Record<Name, string | number>) => {
		const toQuery: SQL['toQuery'] = (config) => {
			written ??= text.toQuery(config);
			const params = written.params.map((param) =>
				param instanceof Placeholder ? values[param.name as Name] : param,
			);
			return { ...written, params };
		};
		return db.execute({ getSQL: () => ({ toQuery }) } as SQLWrapper);
	};
}
