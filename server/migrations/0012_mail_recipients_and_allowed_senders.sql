CREATE TABLE "mail_recipients" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"address" text NOT NULL,
	"first_sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "mail_recipients__owner_address_unique" UNIQUE("_owner","address")
);
--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "_allowedSenders" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD CONSTRAINT "mail_recipients__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;