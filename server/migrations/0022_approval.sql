DROP INDEX "runs_open_in_order";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_waiting" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_answered_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "runs_to_carry" ON "automation_runs" USING btree ("_automationId","seq") WHERE ended_at is null and (action_asked_at is null or action_approval is not null);--> statement-breakpoint
CREATE INDEX "runs_waiting" ON "automation_runs" USING btree ("_owner","_timestamp","id") WHERE ended_at is null and action_asked_at is not null and action_approval is null;