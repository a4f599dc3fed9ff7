CREATE TABLE "automation_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"_automationId" text NOT NULL,
	"_version" integer NOT NULL,
	"_savedAt" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"uid" text NOT NULL,
	"name" text NOT NULL,
	"document" jsonb NOT NULL,
	CONSTRAINT "automation_versions__automationId__version_unique" UNIQUE("_automationId","_version")
);
--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_utcOffset" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_dailyCap" integer;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;