ALTER TABLE "devices" ADD COLUMN "zones" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "removed_zones" text[] DEFAULT '{}' NOT NULL;