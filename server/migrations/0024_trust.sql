CREATE TABLE "account_events" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"what" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "address_changes" (
	"_owner" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"old_hash" text NOT NULL,
	"new_hash" text NOT NULL,
	"old_confirmed_at" timestamp with time zone,
	"new_confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "address_changes_old_hash_unique" UNIQUE("old_hash"),
	CONSTRAINT "address_changes_new_hash_unique" UNIQUE("new_hash")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"backed_up" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"_owner" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes__owner_hash_pk" PRIMARY KEY("_owner","hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"_owner" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"hash" text NOT NULL,
	"run_id" text,
	"episode_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "shares_hash_unique" UNIQUE("hash"),
	CONSTRAINT "one_moment" CHECK (num_nonnulls("shares"."run_id", "shares"."episode_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "known_browsers" ADD COLUMN "trusted_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "how" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "strong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "leaves_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_run_id_automation_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."automation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_episode_id_episodes_id_fk" FOREIGN KEY ("episode_id") REFERENCES "public"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events__owner_at_id_index" ON "account_events" USING btree ("_owner","at","id");--> statement-breakpoint
CREATE INDEX "account_events_at_index" ON "account_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "passkeys__owner_index" ON "passkeys" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "shares__owner_index" ON "shares" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "shares_run_id_index" ON "shares" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "shares_episode_id_index" ON "shares" USING btree ("episode_id");--> statement-breakpoint
CREATE INDEX "shares_expires_at_index" ON "shares" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_providerId_accountId_index" ON "credentials" USING btree ("providerId","accountId");--> statement-breakpoint
CREATE INDEX "leaving" ON "users" USING btree ("leaves_at") WHERE "users"."leaves_at" is not null;