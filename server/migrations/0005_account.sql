CREATE TABLE "exports" (
	"id" text PRIMARY KEY NOT NULL,
	"_owner" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"path" text,
	"size" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_failures" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_credits" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports__owner_users_id_fk" FOREIGN KEY ("_owner") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports__owner_created_at_index" ON "exports" USING btree ("_owner","created_at");--> statement-breakpoint
CREATE INDEX "exports_expires_at_index" ON "exports" USING btree ("expires_at");