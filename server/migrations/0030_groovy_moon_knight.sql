ALTER TABLE "automations" ADD COLUMN "_condition" jsonb;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_conditionChanged" boolean DEFAULT false NOT NULL;