CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"provider" text NOT NULL,
	"livemode" boolean NOT NULL,
	"intent" text,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"credits" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"credited_at" timestamp (3) with time zone,
	"refunded" integer DEFAULT 0 NOT NULL,
	"disputed" integer DEFAULT 0 NOT NULL,
	"refund_taken" integer DEFAULT 0 NOT NULL,
	"dispute_taken" integer DEFAULT 0 NOT NULL,
	"looks" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	CONSTRAINT "payments_intent_unique" UNIQUE("intent"),
	CONSTRAINT "payments_taken_in_bounds" CHECK ("payments"."refund_taken" >= 0 and "payments"."dispute_taken" >= 0
			and "payments"."refund_taken" + "payments"."dispute_taken" <= "payments"."credits")
);
--> statement-breakpoint
CREATE TABLE "test_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"client_secret" text NOT NULL,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_intents_key_unique" UNIQUE("key"),
	CONSTRAINT "test_intents_client_secret_unique" UNIQUE("client_secret")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_uid_created_at_index" ON "payments" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" USING btree ("next_look_at") WHERE "payments"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "ledger_other" ON "ledger_entries" USING btree ("uid","at") WHERE "ledger_entries"."kind" <> 'charge';