import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { asRows, columnsCalled, insertSelect, type Rows, recordset, rowsCalled } from '../../base/sql.ts';
import { type automationRuns, episodes, heldAlerts } from '../../runs/tables.ts';
import type { EpisodeRow, StateRow } from './memory.ts';
import { alertStates } from './tables.ts';

/** What a decision changes besides its run, and what it adds to the run. */
export interface Alert {
	change: Pick<
		typeof automationRuns.$inferInsert,
		'action_tells' | 'action_notification' | '_reason' | '_episodeId'
	>;
	/** An earlier run that turned out to belong to the same episode. */
	joins: string | null;
	/** Null if it does not change, as for most decisions about mails. */
	state: StateRow | null;
	episodes: EpisodeRow[];
	held: Pick<typeof heldAlerts.$inferSelect, 'id' | '_owner' | '_automationId' | 'why' | 'due_at'> | null;
	/** Whether a webhook of the customer receives episodes. */
	hasEpisodeWebhook: boolean;
}

/** The run of the step. */
const STEP = { run: 'text' } as const;
const { sentTo: _, ...HELD } = getTableColumns(heldAlerts);
const EPISODE = getTableColumns(episodes);
const STATE = getTableColumns(alertStates);

const CHANGED = { ...EPISODE, ...STEP };
const REMEMBERED = { ...STATE, ...STEP, place: 'integer' } as const;
const POSTPONED = { ...HELD, ...STEP };

const [n, g] = [rowsCalled('n', STEP), rowsCalled('g', REMEMBERED)];

/**
 * Part of the statement that stores steps: stores the alerts of those runs that it stored. Several steps of one automation may
 * be in one statement; the last one's state counts.
 */
export const storingAlerts = (stored: Rows<'id'>) => sql`
	lasting as (
		${inserting(episodes, EPISODE)} from (${recordset(CHANGED, sql.placeholder('episodes'))}) ${n}
		where ${n.run} in (select ${stored.id} from ${stored})
		on conflict (id) do update set ${replacing(EPISODE)}
	), remembered as (
		${inserting(alertStates, STATE)} from (
			select distinct on (${g._automationId}) * from (${recordset(REMEMBERED, sql.placeholder('states'))}) ${g}
			where ${g.run} in (select ${stored.id} from ${stored}) order by ${g._automationId}, ${g.place} desc
		) ${n}
		on conflict ("_automationId") do update set ${replacing(STATE)}
	), postponed as (
		${inserting(heldAlerts, HELD)} from (${recordset(POSTPONED, sql.placeholder('held'))}) ${n}
		where ${n.run} in (select ${stored.id} from ${stored})
		on conflict do nothing
	)`;

/** The parameters of that part. */
export function alertParameters(alerts: { run: string; alert: Alert }[]) {
	const changed = alerts.flatMap(({ run, alert }) => alert.episodes.map((episode) => ({ ...episode, run })));
	const states = alerts.flatMap(({ run, alert }, place) =>
		alert.state ? [{ ...alert.state, run, place }] : [],
	);
	const held = alerts.flatMap(({ run, alert }) => (alert.held ? [{ ...alert.held, run }] : []));
	return {
		episodes: asRows(CHANGED, changed),
		states: asRows(REMEMBERED, states),
		held: asRows(POSTPONED, held),
	};
}

function inserting<T extends PgTable>(table: T, columns: Record<string, unknown>): SQL {
	return insertSelect(table, columnsCalled('n', columns));
}

function replacing(columns: Record<string, unknown>): SQL {
	const names = Object.keys(columns);
	return sql.join(
		names.map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
		sql`, `,
	);
}
