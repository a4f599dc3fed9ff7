ALTER TABLE "automations" ADD COLUMN "attached_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- The order has been that of their creation until now.
UPDATE "automations" SET "attached_at" = "created_at";
