ALTER TABLE "automation_runs" ADD COLUMN "_outcome" text GENERATED ALWAYS AS (case when ended_at is null then 'open' when _status <> 'succeeded' then _status
					when action_verdict = 'not met' then 'not-met' when action_verdict = 'cannot tell' then 'cannot-tell'
					else 'done' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (case when ended_at is null then null else to_tsvector('simple', 'u' || _owner || ' ' || translate(left(coalesce(trigger_from, ''), 4000) || ' ' || left(coalesce(trigger_subject, ''), 4000) || ' ' || left(coalesce(action_evidence, ''), 4000) || ' ' || left(coalesce(_reason, ''), 4000), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))) end) STORED;--> statement-breakpoint
CREATE INDEX "runs_filtered" ON "automation_runs" USING btree ("_owner","_triggerType","_outcome","_timestamp","id");--> statement-breakpoint
CREATE INDEX "runs_of_automation" ON "automation_runs" USING btree ("_automationId","_triggerType","_outcome","_timestamp","id");--> statement-breakpoint
CREATE INDEX "runs_words" ON "automation_runs" USING gin ("words");--> statement-breakpoint
CREATE INDEX "runs_ended" ON "automation_runs" USING btree ("_outcome","ended_at") WHERE "automation_runs"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_capture" ON "automation_runs" USING btree ("trigger_captureId") WHERE "automation_runs"."trigger_captureId" is not null;--> statement-breakpoint
CREATE INDEX "runs_of_mail" ON "automation_runs" USING btree ("trigger_mailId") WHERE "automation_runs"."trigger_mailId" is not null;