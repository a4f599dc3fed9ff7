CREATE TABLE "channels" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target" jsonb NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"problem" text
);
--> statement-breakpoint
DROP INDEX "runs_told";--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_channels" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "channelId" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_channels" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_toldBy" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channels__owner_index" ON "channels" USING btree ("_owner");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_channelId_channels_id_fk" FOREIGN KEY ("channelId") REFERENCES "public"."channels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_channelId_index" ON "deliveries" USING btree ("channelId");--> statement-breakpoint
CREATE INDEX "runs_told" ON "automation_runs" USING btree ("_episodeId") WHERE "automation_runs"."_episodeId" is not null and ("action_sentTo" is not null or action_pushes > 0 or "action_toldBy" <> '{}');