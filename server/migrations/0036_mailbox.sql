CREATE TABLE "mailboxes" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"mail_at" timestamp (3) with time zone,
	"problem" text,
	"skipped" text,
	"skipped_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mails_taken" (
	"key" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "trusted_host" text;--> statement-breakpoint
ALTER TABLE "mails_taken" ADD CONSTRAINT "mails_taken__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_taken__owner_index" ON "mails_taken" USING btree ("_owner");--> statement-breakpoint
CREATE INDEX "mails_taken_taken_at_index" ON "mails_taken" USING btree ("taken_at");