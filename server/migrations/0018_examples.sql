CREATE TABLE "examples" (
	"id" text PRIMARY KEY NOT NULL,
	"_automationId" text NOT NULL,
	"captureId" text NOT NULL,
	"said" text NOT NULL,
	"from" text NOT NULL,
	"features" "bytea",
	"version" text,
	"ratio" double precision,
	"unreadable" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "examples__automationId_captureId_unique" UNIQUE("_automationId","captureId")
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_examples" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "examples" ADD CONSTRAINT "examples__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "examples" ADD CONSTRAINT "examples_captureId_captures_id_fk" FOREIGN KEY ("captureId") REFERENCES "public"."captures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "examples_captureId_index" ON "examples" USING btree ("captureId");