DROP INDEX "runs_words";--> statement-breakpoint
-- "IF NOT EXISTS": whoever has many millions of runs makes it before the upgrade, while everything works (docs/operation.md).
CREATE INDEX IF NOT EXISTS "runs_found" ON "automation_runs" USING gin ((replace(' ' || strip(ts_delete(words, 'u' || _owner))::text, ' ''', ' ''' || left(_owner, 5)
		|| floor(date_part('epoch', _timestamp - '2020-01-01T00:00:00Z'::timestamptz) / 604800)::int::text)::tsvector)) WITH (gin_pending_list_limit=256);