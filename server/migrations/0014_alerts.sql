CREATE TABLE "snooze_links" (
	"id" text PRIMARY KEY NOT NULL,
	"_automationId" text NOT NULL,
	"mail" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "snooze_links_mail_unique" UNIQUE("mail")
);
--> statement-breakpoint
CREATE TABLE "alert_states" (
	"_automationId" text PRIMARY KEY NOT NULL,
	"watch" text,
	"episodeId" text,
	"last_at" timestamp (3) with time zone,
	"candidate_met" boolean,
	"candidate_at" timestamp (3) with time zone,
	"candidate_runId" text,
	"sent_at" timestamp (3) with time zone,
	"sent_runId" text,
	"sent_before" timestamp (3) with time zone,
	"seen" text,
	"seen_at" timestamp (3) with time zone,
	"seen_verdict" text
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"_automationId" text NOT NULL,
	"deviceId" text,
	"watch" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"captures" integer NOT NULL,
	"first_runId" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	"told_runId" text
);
--> statement-breakpoint
CREATE TABLE "held_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"_automationId" text NOT NULL,
	"why" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sentTo" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_silent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quiet_start" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quiet_end" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "brief_at" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "alert_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "next_brief_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "presence" text DEFAULT 'home' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "presence_key" text;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_tell" text DEFAULT 'every' NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_tellAgainMinutes" integer;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_tellOver" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_tellTwice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_leastMinutes" integer;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_quiet" text DEFAULT 'account' NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_quietStart" text;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_quietEnd" text;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_works" text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "action_moreAddresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_skipSame" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_snoozedUntil" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "silence_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_moreAddresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "_episodeId" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_tells" text;--> statement-breakpoint
ALTER TABLE "snooze_links" ADD CONSTRAINT "snooze_links__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_states" ADD CONSTRAINT "alert_states_episodeId_episodes_id_fk" FOREIGN KEY ("episodeId") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "episodes" ADD CONSTRAINT "episodes_deviceId_devices_id_fk" FOREIGN KEY ("deviceId") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_alerts" ADD CONSTRAINT "held_alerts__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_alerts" ADD CONSTRAINT "held_alerts__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snooze_links_created_at_index" ON "snooze_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "episodes__owner_first_at_id_index" ON "episodes" USING btree ("_owner","first_at","id");--> statement-breakpoint
CREATE INDEX "episodes__automationId_first_at_index" ON "episodes" USING btree ("_automationId","first_at");--> statement-breakpoint
CREATE INDEX "episodes_deviceId_first_at_index" ON "episodes" USING btree ("deviceId","first_at");--> statement-breakpoint
CREATE INDEX "held_alerts_due_at_index" ON "held_alerts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "held_alerts__owner_index" ON "held_alerts" USING btree ("_owner");--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs__episodeId_episodes_id_fk" FOREIGN KEY ("_episodeId") REFERENCES "public"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "briefs_due" ON "users" USING btree ("next_brief_at") WHERE "users"."next_brief_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_episode" ON "automation_runs" USING btree ("_episodeId","_timestamp") WHERE "automation_runs"."_episodeId" is not null;--> statement-breakpoint
CREATE INDEX "runs_alone" ON "automation_runs" USING btree ("_owner","_triggerType","_timestamp","id") WHERE "automation_runs"."_episodeId" is null;--> statement-breakpoint
CREATE INDEX "runs_alone_of_automation" ON "automation_runs" USING btree ("_automationId","_timestamp","id") WHERE "automation_runs"."_episodeId" is null;--> statement-breakpoint
CREATE INDEX "runs_told" ON "automation_runs" USING btree ("_episodeId") WHERE "automation_runs"."_episodeId" is not null and "automation_runs"."action_sentTo" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_presence_key_unique" UNIQUE("presence_key");