CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"credits" integer NOT NULL,
	"balance" integer NOT NULL,
	"previous_seq" integer,
	"previous_balance" integer,
	"reference" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	CONSTRAINT "ledger_place" UNIQUE("uid","seq","balance"),
	CONSTRAINT "ledger_seq" UNIQUE("uid","seq"),
	CONSTRAINT "ledger_once" UNIQUE("kind","reference"),
	CONSTRAINT "ledger_never_negative" CHECK ("ledger_entries"."balance" >= 0),
	CONSTRAINT "ledger_sum" CHECK ("ledger_entries"."balance" = coalesce("ledger_entries"."previous_balance", 0) + "ledger_entries"."credits"),
	CONSTRAINT "ledger_order" CHECK (case when "ledger_entries"."seq" = 1 then "ledger_entries"."previous_seq" is null else "ledger_entries"."previous_seq" = "ledger_entries"."seq" - 1 and "ledger_entries"."previous_balance" is not null end)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"automationId" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"remote_address" text NOT NULL,
	"helo" text NOT NULL,
	"raw_path" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ALTER COLUMN "_timestamp" SET DATA TYPE timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ALTER COLUMN "_timestamp" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "next_fire_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "failures_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "seq" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "_triggerKey" text NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "_status" text DEFAULT 'queued' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "_reason" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_prompt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_toAddress" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_device_type" text DEFAULT 'conditional' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_captureId" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_mailId" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_text" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_checks" jsonb;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "trigger_reply" jsonb;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_verdict" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_evidence" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_files" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_sentTo" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "tokensIn" integer;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "tokensOut" integer;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "decide_ms" integer;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "credits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "lease" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_chain" FOREIGN KEY ("uid","previous_seq","previous_balance") REFERENCES "public"."ledger_entries"("uid","seq","balance") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_automationId_automations_id_fk" FOREIGN KEY ("automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_uid_at_index" ON "ledger_entries" USING btree ("uid","at");--> statement-breakpoint
CREATE INDEX "mails_automationId_received_at_index" ON "mails" USING btree ("automationId","received_at");--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_trigger_mailId_mails_id_fk" FOREIGN KEY ("trigger_mailId") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("next_fire_at") WHERE "automations"."_triggerType" = 'schedule' and not "automations"."_deleted";--> statement-breakpoint
CREATE INDEX "runs_open" ON "automation_runs" USING btree ("_owner","seq") WHERE "automation_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "runs_open_in_order" ON "automation_runs" USING btree ("_automationId","seq") WHERE "automation_runs"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs__triggerKey_unique" UNIQUE("_triggerKey");