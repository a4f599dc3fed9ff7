CREATE TABLE "known_browsers" (
	"userId" text NOT NULL,
	"hash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"usedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_browsers_userId_hash_pk" PRIMARY KEY("userId","hash")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_browsers_usedAt_index" ON "known_browsers" USING btree ("usedAt");