CREATE TABLE "sole_tasks" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "home_assistant" boolean DEFAULT false NOT NULL;