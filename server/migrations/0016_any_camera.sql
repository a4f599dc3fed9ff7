ALTER TABLE "automations" ADD COLUMN "_burst" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "captures" ADD COLUMN "frames" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "mail_address" text DEFAULT substr(translate(replace(gen_random_uuid()::text, '-', ''), '0189', 'wxyz'), 1, 24) NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "connection" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "problem_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_frames" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_mail_address_unique" UNIQUE("mail_address");