ALTER TABLE "sole_tasks" ADD COLUMN "working" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sole_tasks" ADD COLUMN "working_changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sole_tasks" ADD COLUMN "problem" text;