DROP INDEX "runs_told";--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_pushes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_notification" jsonb;--> statement-breakpoint
CREATE INDEX "runs_told" ON "automation_runs" USING btree ("_episodeId") WHERE "automation_runs"."_episodeId" is not null and ("action_sentTo" is not null or action_pushes > 0);--> statement-breakpoint
UPDATE "automation_runs" r SET "action_notification" = jsonb_build_object('state', 'held', 'why', h."why", 'at', to_char(h."due_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM "held_alerts" h WHERE h."id" = r."id";
