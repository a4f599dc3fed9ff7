ALTER TABLE "automations" ADD COLUMN "_firstLook" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_firstLook" jsonb;