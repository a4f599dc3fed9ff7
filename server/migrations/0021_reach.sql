CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "api_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"pushId" text,
	"webhookId" text,
	"runId" text,
	"target" text NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"answer" integer,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"name" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_approve" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_notify" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "feed_hash" text;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "feed_made_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "feed_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "mirrored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_notify" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_approve" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_corrections" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_approval" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action_draft" jsonb;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_pushId_push_subscriptions_id_fk" FOREIGN KEY ("pushId") REFERENCES "public"."push_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhookId_webhook_endpoints_id_fk" FOREIGN KEY ("webhookId") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_runId_automation_runs_id_fk" FOREIGN KEY ("runId") REFERENCES "public"."automation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens__owner_index" ON "api_tokens" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("next_try_at") WHERE "deliveries"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_runId_index" ON "deliveries" USING btree ("runId");--> statement-breakpoint
CREATE INDEX "deliveries_webhookId_created_at_index" ON "deliveries" USING btree ("webhookId","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_pushId_index" ON "deliveries" USING btree ("pushId");--> statement-breakpoint
CREATE INDEX "deliveries__owner_created_at_index" ON "deliveries" USING btree ("_owner","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions__owner_index" ON "push_subscriptions" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "webhook_endpoints__owner_index" ON "webhook_endpoints" USING btree ("_owner");--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_feed_hash_unique" UNIQUE("feed_hash");