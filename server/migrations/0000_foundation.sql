CREATE TABLE "credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"userId" text NOT NULL,
	"providerId" text NOT NULL,
	"accountId" text NOT NULL,
	"password" text,
	"accessToken" text,
	"refreshToken" text,
	"idToken" text,
	"accessTokenExpiresAt" timestamp with time zone,
	"refreshTokenExpiresAt" timestamp with time zone,
	"scope" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"userId" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	"ipAddress" text,
	"userAgent" text,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"emailVerified" boolean DEFAULT false NOT NULL,
	"image" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"tours" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "automations" (
	"id" text PRIMARY KEY NOT NULL,
	"_name" text NOT NULL,
	"_owner" text NOT NULL,
	"_triggerType" text NOT NULL,
	"_schedule" text[] NOT NULL,
	"_actionType" text NOT NULL,
	"_limited" boolean NOT NULL,
	"_limitSchedule" text[] NOT NULL,
	"trigger_device_deviceID" text,
	"trigger_device_type" text NOT NULL,
	"action_prompt" text NOT NULL,
	"action_toAddress" text,
	"_zone" text DEFAULT 'UTC' NOT NULL,
	"_utcOffset" integer DEFAULT 0 NOT NULL,
	"_dailyCap" integer,
	"_version" integer DEFAULT 1 NOT NULL,
	"_deleted" boolean DEFAULT false NOT NULL,
	"next_fire_at" timestamp (3) with time zone,
	"failures_told_at" timestamp (3) with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "captures" (
	"id" text PRIMARY KEY NOT NULL,
	"deviceId" text NOT NULL,
	"capture_key" text NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"original_path" text NOT NULL,
	"image_path" text,
	"thumb_path" text,
	"problem" text,
	CONSTRAINT "captures_deviceId_capture_key_unique" UNIQUE("deviceId","capture_key")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"desc" text DEFAULT '' NOT NULL,
	"capture_window_start" text DEFAULT '00:00' NOT NULL,
	"capture_window_end" text DEFAULT '23:59' NOT NULL,
	"light_window_start" text DEFAULT '18:00' NOT NULL,
	"light_window_end" text DEFAULT '06:00' NOT NULL,
	"last_image_path" text,
	"last_captured_at" timestamp (3) with time zone,
	"last_image_problem" text,
	"last_seen_at" timestamp (3) with time zone,
	"key_hash" text,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "pairings" (
	"code" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"path" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"contentType" text NOT NULL,
	"size" bigint NOT NULL,
	"md5Hash" text NOT NULL,
	"downloadToken" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"timeCreated" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"_owner" text NOT NULL,
	"_automationId" text NOT NULL,
	"_triggerKey" text NOT NULL,
	"_timestamp" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"_triggerType" text NOT NULL,
	"_actionType" text NOT NULL,
	"_status" text DEFAULT 'queued' NOT NULL,
	"_reason" text,
	"action_prompt" text DEFAULT '' NOT NULL,
	"action_toAddress" text,
	"trigger_device_type" text DEFAULT 'conditional' NOT NULL,
	"trigger_capture" text,
	"trigger_captureId" text,
	"trigger_mailId" text,
	"trigger_from" text,
	"trigger_subject" text,
	"trigger_html" text,
	"trigger_text" text,
	"trigger_attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trigger_checks" jsonb,
	"trigger_reply" jsonb,
	"action_condition_met" boolean,
	"action_verdict" text,
	"action_evidence" text,
	"action_information" text,
	"action_email_subject" text,
	"action_email_html" text,
	"action_files" text[] DEFAULT '{}' NOT NULL,
	"action_sentTo" text,
	"model" text,
	"tokensIn" integer,
	"tokensOut" integer,
	"decide_ms" integer,
	"credits" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease" text,
	"lease_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "automation_runs__triggerKey_unique" UNIQUE("_triggerKey")
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
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_trigger_device_deviceID_devices_id_fk" FOREIGN KEY ("trigger_device_deviceID") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_chain" FOREIGN KEY ("uid","previous_seq","previous_balance") REFERENCES "public"."ledger_entries"("uid","seq","balance") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captures" ADD CONSTRAINT "captures_deviceId_devices_id_fk" FOREIGN KEY ("deviceId") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs__automationId_automations_id_fk" FOREIGN KEY ("_automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_trigger_mailId_mails_id_fk" FOREIGN KEY ("trigger_mailId") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_automationId_automations_id_fk" FOREIGN KEY ("automationId") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_userId_index" ON "credentials" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "sessions_userId_index" ON "sessions" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "sessions_expiresAt_index" ON "sessions" USING btree ("expiresAt");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_value_index" ON "verifications" USING btree ("value");--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("next_fire_at") WHERE "automations"."_triggerType" = 'schedule' and not "automations"."_deleted";--> statement-breakpoint
CREATE INDEX "automations__owner_created_at_index" ON "automations" USING btree ("_owner","created_at") WHERE not "automations"."_deleted";--> statement-breakpoint
CREATE INDEX "automations_trigger_device_deviceID_index" ON "automations" USING btree ("trigger_device_deviceID") WHERE not "automations"."_deleted";--> statement-breakpoint
CREATE INDEX "ledger_entries_uid_at_index" ON "ledger_entries" USING btree ("uid","at");--> statement-breakpoint
CREATE INDEX "captures_deviceId_captured_at_id_index" ON "captures" USING btree ("deviceId","captured_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "captures_received_at_index" ON "captures" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "captures_id_index" ON "captures" USING btree ("id") WHERE "captures"."thumb_path" is null and "captures"."problem" is null;--> statement-breakpoint
CREATE INDEX "devices__owner_created_at_index" ON "devices" USING btree ("_owner","created_at");--> statement-breakpoint
CREATE INDEX "pairings__owner_index" ON "pairings" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "files__owner_index" ON "files" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "automation_runs__owner__timestamp_id_index" ON "automation_runs" USING btree ("_owner","_timestamp","id");--> statement-breakpoint
CREATE INDEX "automation_runs__automationId__timestamp_index" ON "automation_runs" USING btree ("_automationId","_timestamp");--> statement-breakpoint
CREATE INDEX "runs_open" ON "automation_runs" USING btree ("_owner","seq") WHERE "automation_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "runs_open_in_order" ON "automation_runs" USING btree ("_automationId","seq") WHERE "automation_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "mails_automationId_received_at_index" ON "mails" USING btree ("automationId","received_at");